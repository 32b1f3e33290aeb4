"""The routes of the API, by what they are about: URLs and checked arguments in, answers out."""

"""The API's routes: they check what a request asks for and pass it on to the workers."""

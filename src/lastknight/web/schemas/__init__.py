"""The shapes of requests and answers, which the OpenAPI description is made from."""

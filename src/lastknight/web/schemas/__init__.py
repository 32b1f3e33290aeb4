"""The shapes of requests and answers, from which FastAPI writes the OpenAPI description."""

"""Experiments of the page: started, watched, counted, listed and repeated."""

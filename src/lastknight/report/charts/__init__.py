"""The charts of reports, as altair descriptions and as SVG."""

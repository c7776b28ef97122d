"""Documents with layouts: Sphinx with the extension of the wheel."""
project = "Layouts"
extensions = ["stridescope.sphinx"]
html_theme = "alabaster"

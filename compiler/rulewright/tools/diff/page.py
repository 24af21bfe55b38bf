"""placeholder."""
from rulewright.tools.diff.making import Made
def as_page(made: Made) -> str:
    return ""

"""What columns of all tables share. Knows: classes of cells. Does not know: any table."""


def cell(css: str) -> dict[str, dict[str, str]]:
    """Return the attributes of a column whose cells and heading carry the classes."""
    return {"td": {"class": css}, "th": {"class": css}}


def titled(css: str, title: object) -> dict[str, dict[str, object]]:
    """Return the attributes of a figure's column; its short heading is said in full when pointed at."""
    return {"td": {"class": css}, "th": {"class": css, "title": title}}

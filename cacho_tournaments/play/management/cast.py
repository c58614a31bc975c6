"""The invented people of the demo event: names as they are heard in Cochabamba, clubs that do not exist.

Knows: names. Does not know: rows. Anybody of this name is so by chance.
"""

from random import Random

CITY = "Cochabamba"
VENUE = "Coliseo Valle Alto"
EVENT = "Copa Valle de Cacho"


def _listed(words: str) -> tuple[str, ...]:
    return tuple(words.split())


FIRST_NAMES = _listed("""
    Wilmer Roxana Freddy Lizeth Nelson Marisol Grover Jhenny Édgar Maribel Rolando Silvia Óscar
    Verónica Hernán Carola Iván Ximena Ramiro Noemí Saúl Daniela Álvaro Miriam Germán Paola Víctor
    Betty Tito Gabriela Javier Elena Mario Rosmery Abel Karina Julio Nancy Reynaldo Lourdes Franz
    Ingrid Celso Beatriz Rubén Claudia Jaime Zulma Ernesto Patricia Limber Delia Omar Gladys Ariel
    Teresa Boris Susana Hugo Amalia
""")
LAST_NAMES = _listed("""
    Quispe Mamani Rojas Céspedes Condori Choque Zurita Antezana Claros Terrazas Vargas Camacho
    Flores Guzmán Rocha Soliz Arce Copa Veizaga Montaño Orellana Peredo Ledezma Balderrama Siles
    Aguilar Torrico Vásquez Núñez Canedo Apaza Huanca Colque Villarroel Ugarte Saavedra Zenteno
    Maldonado Rivera Cardozo Escóbar Jaldín Almendras Meruvia
""")
CLUBS = (
    ("Club Los Senas", "Cochabamba"),
    ("Peña El Cubilete", "Quillacollo"),
    ("Club Grande de Mano", "Sacaba"),
    ("Peña Santa Dormida", "Cochabamba"),
    ("Club Panza de Oro", "Tiquipaya"),
    ("Escuela del Cacho Punata", "Punata"),
    ("Fraternidad Los Alalay", "Cochabamba"),
    ("Club Tontos y Trenes", "Vinto"),
    ("Peña La Quinta Escalera", "Cliza"),
    ("Círculo El Cuero", "Colcapirhua"),
)
HELPERS = {"organizer": "Julia Peredo", "referee": "Tomás Arce", "desk": "Rosa Zenteno"}


def players(count: int, rng: Random) -> list[str]:
    """Return that many different full names (a first name, two family names)."""
    found: dict[str, None] = {}
    while len(found) < count:
        father, mother = rng.sample(LAST_NAMES, 2)
        found[f"{rng.choice(FIRST_NAMES)} {father} {mother}"] = None
    return list(found)


def clubs(count: int, rng: Random) -> list[tuple[str, str] | None]:
    """Return a club, with its city, for each of ``count`` entrants; about one in six has none."""
    return [None if rng.random() < 1 / 6 else rng.choice(CLUBS) for _ in range(count)]

"""The invented people of the demo events: names as they are heard in Cochabamba and in Quito, clubs that do not exist.

Knows: names. Does not know: rows, games. Anybody of this name is so by chance.
"""

from dataclasses import dataclass
from random import Random


def _listed(words: str) -> tuple[str, ...]:
    return tuple(words.split())


@dataclass(frozen=True, slots=True)
class Scene:
    """Where an event of the demo takes place, and who is there."""

    event: str
    slug: str
    city: str
    venue: str
    time_zone: str
    currency: str
    fees: tuple[int, int]  # of one player, of more
    first_names: tuple[str, ...]
    last_names: tuple[str, ...]
    clubs: tuple[tuple[str, str], ...]

    def players(self, count: int, rng: Random) -> list[str]:
        """Return that many different full names (a first name, two family names)."""
        found: dict[str, None] = {}
        while len(found) < count:
            father, mother = rng.sample(self.last_names, 2)
            found[f"{rng.choice(self.first_names)} {father} {mother}"] = None
        return list(found)

    def homes(self, count: int, rng: Random) -> list[tuple[str, str] | None]:
        """Return a club, with its city, for each of ``count`` entrants; about one in six has none."""
        return [None if rng.random() < 1 / 6 else rng.choice(self.clubs) for _ in range(count)]


VALLEY = Scene(
    event="Copa Valle de Cacho",
    slug="copa-valle",
    city="Cochabamba",
    venue="Coliseo Valle Alto",
    time_zone="America/La_Paz",
    currency="BOB",
    fees=(50, 80),
    first_names=_listed("""
        Wilmer Roxana Freddy Lizeth Nelson Marisol Grover Jhenny Édgar Maribel Rolando Silvia Óscar
        Verónica Hernán Carola Iván Ximena Ramiro Noemí Saúl Daniela Álvaro Miriam Germán Paola Víctor
        Betty Tito Gabriela Javier Elena Mario Rosmery Abel Karina Julio Nancy Reynaldo Lourdes Franz
        Ingrid Celso Beatriz Rubén Claudia Jaime Zulma Ernesto Patricia Limber Delia Omar Gladys Ariel
        Teresa Boris Susana Hugo Amalia
    """),
    last_names=_listed("""
        Quispe Mamani Rojas Céspedes Condori Choque Zurita Antezana Claros Terrazas Vargas Camacho
        Flores Guzmán Rocha Soliz Arce Copa Veizaga Montaño Orellana Peredo Ledezma Balderrama Siles
        Aguilar Torrico Vásquez Núñez Canedo Apaza Huanca Colque Villarroel Ugarte Saavedra Zenteno
        Maldonado Rivera Cardozo Escóbar Jaldín Almendras Meruvia
    """),
    clubs=(
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
    ),
)
COUSINS = Scene(
    event="Festival de Juegos Primos",
    slug="juegos-primos",
    city="Quito",
    venue="Salón La Guaragua",
    time_zone="America/Guayaquil",
    currency="USD",
    fees=(5, 10),
    first_names=_listed("""
        Segundo Fanny Byron Marcia Galo Piedad Edison Cecilia Milton Mercedes Fausto Alexandra Patricio
        Jenny Washington Pilar Diego Rocío Marco Consuelo Andrés Nelly Wilson Amparo Klever Soledad
        Santiago Norma Gonzalo Martha Ricardo Yolanda Fabián Elsa Xavier Ligia
    """),
    last_names=_listed("""
        Guamán Toapanta Simbaña Pillajo Andrade Cevallos Jácome Salazar Endara Yánez Caiza Tipán
        Chicaiza Proaño Tufiño Iza Lema Males Oña Gualoto Quinga Espín Carrera Naranjo Viteri Játiva
        Cisneros Montalvo Chiluisa Dávalos Egas Paredes
    """),
    clubs=(
        ("Barra de la Loma", "Quito"),
        ("Club Treinta y Ocho", "Quito"),
        ("Los Perros de San Marcos", "Quito"),
        ("Peña La Caída", "Sangolquí"),
        ("Club Mesa Limpia", "Machachi"),
        ("Vecinos del Tejar", "Quito"),
    ),
)
HELPERS = {"organizer": "Julia Peredo", "referee": "Tomás Arce", "desk": "Rosa Zenteno"}

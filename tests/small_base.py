"""A small game for tests of overlays: bands, ranked conditions, a table, a list, an option."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from made_packs import write_pack

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from freed6c.packs.data import Data

SMALL: Final[Mapping[str, Data]] = {
    "title": "Small",
    "version": "1.0.0",
    "die-codes": {"pips-per-die": 3, "smallest": "1D"},
    "periods": {
        "beat": {"name": "beat", "plural": "beats"},
        "night": {"name": "night", "plural": "nights"},
    },
    "units": {"pace": {"name": "pace", "plural": "paces", "measures": "length"}},
    "terms": {
        "wick": {"name": "Wick", "text": "It burns.", "aliases": ["Thread"]},
        "oil": {"name": "Oil", "text": "It feeds the [[term.wick]]."},
    },
    "formulas": {
        "glow": {
            "name": "Glow",
            "takes": {"lamps": "integer"},
            "constants": {"each": 2, "most": 9},
            "gives": "integer",
            "is": "min(most, each * lamps)",
        }
    },
    "abilities": {
        "sight": {
            "name": "Sight",
            "skills": {
                "spot": {"name": "Spot", "specializations": {"far": {"name": "Far"}}},
                "read": {"name": "Read", "text": "By lamplight."},
            },
        },
        "nerve": {"name": "Nerve", "text": "Not afraid of the dark."},
    },
    "benchmarks": {
        "dark": {
            "name": "Dark",
            "aliases": ["Gloom", "Murk", "Shade"],
            "bands": {
                "dim": {"name": "Dim", "range": "1-4"},
                "grey": {"name": "Grey", "range": "5-8"},
                "black": {"name": "Black", "range": "9+"},
            },
        }
    },
    "tracks": {
        "soot": {
            "name": "Soot",
            "stacking": "cumulative",
            "conditions": {
                "dusty": {"name": "Dusty", "lasts": "1 beat"},
                "dirty": {
                    "name": "Dirty",
                    "lasts": "1 night",
                    "effects": [{"modify": "checks", "by": -1}],
                },
                "choked": {"name": "Choked", "lasts": "2 nights"},
            },
        }
    },
    "tables": {
        "lamps": {
            "name": "Lamps",
            "columns": {
                "light": {"name": "Light", "type": "integer"},
                "burns": {"name": "Burns", "type": "duration", "optional": True},
                "reach": {"name": "Reach", "type": "length"},
                "flare": {"name": "Flare", "type": "die-code"},
            },
            "rows": {
                "candle": {
                    "name": "Candle",
                    "light": 1,
                    "burns": "1 night",
                    "reach": "3 pace",
                    "flare": "2D+2",
                },
                "lantern": {
                    "name": "Lantern",
                    "light": 3,
                    "reach": "9 pace",
                    "flare": "4D",
                },
            },
        },
        "glows": {
            "name": "Glows",
            "each": {"lamps": [1, 2, 4]},
            "columns": {
                "lamps": {"name": "Lamps", "type": "integer"},
                "glow": {"name": "Glow", "type": "integer", "is": "glow(lamps)"},
            },
        },
    },
    "options": {
        "pace": {
            "name": "Pace",
            "default": "slow",
            "choices": {
                "slow": {"name": "Slow"},
                "fast": {
                    "name": "Fast",
                    "change": {"term.oil": {"set": {"name": "Spirit"}}},
                },
            },
        }
    },
}


def write_small(folder: Path) -> Path:
    """Write it as the pack `small`."""
    return write_pack(folder, "small", {}, **SMALL)

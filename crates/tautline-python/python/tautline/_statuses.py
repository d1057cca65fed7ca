"""The names of statuses. Numbers above 0 are error codes of the library, and are never reused."""

from typing import Final

STATUSES: Final[dict[int, str]] = {
    -1: "null",
    0: "ok",
    1: "unreachable",
    2: "start_off_mesh",
    3: "goal_off_mesh",
    4: "budget",
    5: "forbidden",
    6: "forbidden_area",
    7: "not_finite",
    8: "elevation_not_finite",
    9: "weighted_terrain",
    11: "agent_size",
    12: "other_mesh",
    13: "baked_for_other_mesh",
    14: "invalid_share",
    15: "cancelled",
}
"""The names of the statuses of paths. -1 means that a coordinate is null."""

PLAN_STATUSES: Final[dict[int, str]] = {
    -1: "null",
    0: "ok",
    1: "start_off_level",
    2: "start_does_not_fit",
    3: "start_not_on_ground",
    4: "start_dead",
    5: "start_has_too_much_grace",
    6: "goal_off_level",
    7: "goal_does_not_fit",
    8: "goal_in_the_air",
    9: "unreachable",
    10: "impossible_move",
    11: "stale_field",
    12: "budget",
}
"""The names of the statuses of plans. -1 means that a column or row is null."""

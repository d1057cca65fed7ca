"""Plans for characters that run, jump and fall in side-view levels.

>>> from tautline.platformer import Level
>>> level = Level.from_rows(["....", "..##", "####"])
>>> plan = level.plan((0, 1), (3, 2))
>>> plan.frames == len(level.replay(plan))
True
"""

from ._errors import PlanError as PlanError
from ._native import STANCES as STANCES
from ._native import Level as Level
from ._native import Plan as Plan
from ._native import State as State
from ._statuses import PLAN_STATUSES as STATUSES

__all__ = ["STANCES", "STATUSES", "Level", "Plan", "PlanError", "State"]

"""Draws paths through a small map with matplotlib: run it, or its cells in a notebook.

    pip install tautline matplotlib
    python draw_path.py paths.png
"""

# %% A map: an array of cells. "." is walkable, "@" is not.
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

import tautline

ROWS = """
........................
.......@@...............
.......@@......@@@@@....
...@@@@@@......@........
...@...........@........
...@...........@..@@@@@.
.......@@@.....@......@.
.......@@@............@.
.......@@@.....@@@@@@@@.
........................
""".split()
walkable = np.array([list(row) for row in ROWS]) == "."

# %% Bake it once for points, and once for agents with a radius of 0.4. Loading it takes milliseconds.
rooms = tautline.bake_grid(walkable, "rooms.nav", radius=[0.0, 0.4])
print(rooms.meshes)

# %% One path, and the ways of 200 agents to the same goal.
goal = (20.5, 6.5)
path = rooms.path((1.5, 4.5), goal)
print(f"{path.tier}: {path.length:.2f} over {path.points.tolist()}")

random = np.random.default_rng(1)
starts = random.uniform((0, 0), (24, 10), (200, 2)).astype(np.float32)
crowd = rooms.paths_to(starts, goal, radius=0.4, snap=0.5).to_numpy()
print(f"{(crowd['status'] == 0).sum()} of {len(starts)} agents find a way")

# %% Draw: tiles, the ways of the agents, the path.
figure, axes = plt.subplots(figsize=(9.6, 4.4), layout="constrained")
axes.imshow(~walkable, extent=(0, 24, 10, 0), cmap="Greys", vmax=2)
for begin, end in zip(crowd["offsets"][:-1], crowd["offsets"][1:]):
    axes.plot(*crowd["points"][begin:end].T, color="tab:blue", alpha=0.25, linewidth=0.8)
axes.plot(*path.points.T, color="tab:red", linewidth=2, marker="o", markersize=4)
axes.set_title(f"{path.length:.2f} units long")
figure.savefig(sys.argv[1] if len(sys.argv) > 1 else "paths.png", dpi=120)

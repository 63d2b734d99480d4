"""Compares trajectories of a desktop and of a browser: NATIVE WASM

They must be equal to the bit. Of those that are not, it prints how far the joints are apart after the last step.
"""
import sys


def read(path):
    rows = {}
    with open(path, encoding="utf8") as file:
        for line in file:
            scene, method, digest, *numbers = line.split()
            rows[scene, method] = digest, [float(number) for number in numbers]
    return rows


native, wasm = read(sys.argv[1]), read(sys.argv[2])
if not native or native.keys() != wasm.keys():
    sys.exit("the two have not run the same scenes and methods")

apart = {}
for key, (digest, joints) in native.items():
    if wasm[key][0] != digest:
        distance = max(abs(a - b) for a, b in zip(joints, wasm[key][1]))
        apart.setdefault(key[1], []).append((distance, key[0]))
for method, rows in apart.items():
    print(f"{method}: differs on {len(rows)} scenes, at most by {max(rows)[0]:.2g} rad ({max(rows)[1]})")
equal = len(native) - sum(len(rows) for rows in apart.values())
print(f"{equal} of {len(native)} trajectories are the same bits")
if apart:
    sys.exit("all must be equal")

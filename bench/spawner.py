"""The same as spawner.c, where the machine has no C compiler."""

import os
import sys
import time


def call(words, data):
    stdin, feed = os.pipe()
    answer, stdout = os.pipe()
    actions = [
        (os.POSIX_SPAWN_DUP2, stdin, 0),
        (os.POSIX_SPAWN_DUP2, stdout, 1),
        (os.POSIX_SPAWN_DUP2, stdout, 2),
    ]
    begin = time.perf_counter_ns()
    process = os.posix_spawnp(words[0], words, os.environ, file_actions=actions)
    os.close(stdin)
    os.close(stdout)
    try:
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(feed, rest) :]
    except BrokenPipeError:
        pass
    os.close(feed)
    while os.read(answer, 65536):
        pass
    _, status = os.waitpid(process, 0)
    end = time.perf_counter_ns()
    os.close(answer)
    if status != 0:
        sys.exit(f"{words[0]} failed")
    return (end - begin) / 1000


cases = []
with open(sys.argv[1], encoding="utf-8") as plan:
    for paragraph in plan.read().strip().split("\n\n"):
        file, *words = paragraph.split("\n")
        with open(file, "rb") as data:
            cases.append((words, data.read()))
with open(sys.argv[2], encoding="utf-8") as order:
    for at in map(int, order):
        time.sleep(int(sys.argv[3]) / 1000)
        print(at, f"{call(*cases[at]):.1f}")

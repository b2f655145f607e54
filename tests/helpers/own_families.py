"""Problems that state a family of their own, with rows, and what their estimates are."""

from __future__ import annotations

from textwrap import dedent

POWER = dedent("""
    title = "Shares of two machines"
    [families.power]
    density    = "theta x^(theta - 1)"
    support    = "0 < x < 1"
    parameters = { theta = "theta > 0" }
    [data]
    table = '''
    share | class
    0.4   | a
    0.7   | a
    0.9   | a
    0.2   | b
    0.5   | b
    '''
    [model]
    families = { share = "power" }
    [query]
    x = { share = 0.6 }
""")
RAYLEIGH = dedent("""
    title = "Speeds of ships and boats"
    [families.rayleigh]
    density    = "x/s^2 exp(-x^2/(2 s^2))"
    support    = "x > 0"
    parameters = { s = "s > 0" }
    [data]
    table = '''
    speed | class
    3     | ship
    4     | ship
    1     | boat
    2     | boat
    2     | boat
    '''
    [model]
    families = { speed = "rayleigh" }
    [query]
    x = { speed = 2.5 }
""")
ERLANG = dedent("""
    title = "Waiting for two calls"
    [families.erlang]
    density    = "b^a/(a-1)! x^(a-1) exp(-b x)"
    support    = "x > 0"
    parameters = { b = "b > 0" }
    constants  = { a = "a in {1, 2, ...}" }
    [data]
    table = '''
    wait | class
    3    | day
    4    | day
    1    | night
    2    | night
    2    | night
    '''
    [model]
    families = { wait = { erlang = { a = 2 } } }
    [query]
    x = { wait = 2.5 }
""")
LAPLACE = dedent("""
    title = "Errors of two gauges"
    [families.laplace]
    density    = "exp(-|x - m|/b)/(2 b)"
    support    = "x real"
    parameters = { b = "b > 0" }
    constants  = { m = "m real" }
    [data]
    table = '''
    error | gauge
    -1    | a
    2     | a
    0.5   | a
    4     | b
    -3    | b
    '''
    [model]
    families = { error = { laplace = { m = 0.5 } } }
    [query]
    x = { error = 1 }
""")
WITH_PRIOR = ERLANG.replace("[data]", 'prior = { b = "b^(g-1) exp(-h b)" }\n[data]').replace(
    "{ a = 2 }", "{ a = 2, g = 3, h = 1 }"
)
PROBLEMS = {
    "power": POWER, "rayleigh": RAYLEIGH, "erlang": ERLANG, "with_prior": WITH_PRIOR,
    "laplace": LAPLACE,
}  # fmt: skip

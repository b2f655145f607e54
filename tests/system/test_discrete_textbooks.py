"""Problems that people teach from, written as problem files, with answers worked out by hand."""

from tables_of_values import TENNIS, Worth, as_counted, mistakes, table
from thoroughness import all_of

CHINA = """
class | text
china | Chinese Beijing Chinese
china | Chinese Chinese Shanghai
china | Chinese Macao
japan | Tokyo Japan Chinese
"""
CHINA_KEYS = """
[model]
smoothing = 1
[models.presence]
family = "bernoulli"
[query]
d5 = "Chinese Chinese Chinese Tokyo Japan"
"""
BUYS = """
age    income student credit    buys
<=30   high   no      fair      no
<=30   high   no      excellent no
31..40 high   no      fair      yes
>40    medium no      fair      yes
>40    low    yes     fair      yes
>40    low    yes     excellent no
31..40 low    yes     excellent yes
<=30   medium no      fair      no
<=30   low    yes     fair      yes
>40    medium yes     fair      yes
<=30   medium yes     excellent yes
31..40 medium no      excellent yes
31..40 high   yes     fair      yes
>40    medium no      excellent no
"""
CARS = """
color  type   origin   stolen
Red    Sports Domestic Yes
Red    Sports Domestic No
Red    Sports Domestic Yes
Yellow Sports Domestic No
Yellow Sports Imported Yes
Yellow SUV    Imported No
Yellow SUV    Imported Yes
Yellow SUV    Domestic No
Red    SUV    Imported No
Red    Sports Imported Yes
"""
LOAN = """
owner marital  default
Yes   Single   No
No    Married  No
No    Single   No
Yes   Married  No
No    Divorced Yes
No    Married  No
Yes   Divorced No
No    Single   Yes
No    Married  No
No    Single   Yes
"""
REVIEWS = """
class | text
- | just plain boring
- | entirely predictable and lacks energy
- | no surprises and very few laughs
+ | very powerful
+ | the most fun film of the summer
"""
FILMS = """
class  | text
comedy | fun couple love love
action | fast furious shoot
comedy | couple fly fast fun fun
action | furious shoot shoot fun
action | fly fast shoot love
"""
SHORT_REVIEWS = """
good poor great class
3    0    3     pos
0    1    2     pos
1    3    0     neg
1    5    2     neg
0    2    0     neg
"""
TITANIC = """
[data]
counts = '''
survived    yes  no
total       711  1490
ticket=1st  203  122
ticket=2nd  118  167
ticket=3rd  178  528
ticket=crew 212  673
sex=female  344  126
sex=male    367  1364
age=adult   654  1438
age=child   57   52
'''
[query]
lady = { ticket = "1st", sex = "female", age = "adult" }
boy  = { ticket = "3rd", sex = "male", age = "child" }
"""
FRUIT = """
[data]
counts = '''
fruit   banana  orange  other
total   500     300     200
long    400     0       100
sweet   350     150     150
yellow  450     300     50
'''
[model]
family = "bernoulli"
[query]
x = { long = 1, sweet = 1, yellow = 1 }
"""
CANCER = """
[data]
parameters = '''
cancer  yes    no
prior   0.008  0.992
first   98%    3%
second  98%    0.03
'''
[model]
family = "bernoulli"
"""
SNEEZE = """
[data]
parameters = '''
illness  well  cold  allergy
prior    0.9   0.05  0.05
sneeze   0.1   0.9   0.9
cough    0.1   0.8   0.7
fever    0.01  0.7   0.4
'''
[model]
family = "bernoulli"
[query]
e = { sneeze = 1, cough = 1, fever = 0 }
"""
MONTY = """
[data]
parameters = '''
car     | left | middle | right
prior   | 1/3  | 1/3    | 1/3
opens=m | 1/2  | 0      | 1
opens=r | 1/2  | 1      | 0
'''
"""
MM = """
[data]
parameters = '''
bags        A    B
prior       1/2  1/2
one=yellow  0.2  0.14
two=green   0.2  0.1
'''
values = { one = ["yellow", "else"], two = ["green", "else"] }
"""

PROBLEMS: list[tuple[str, str, Worth]] = [
    ("China and Japan (IIR, table 13.1)", table(CHINA, CHINA_KEYS), {
        "P(china)": "3/4", "P(Chinese|china)": "3/7", "P(Tokyo|china)": "1/14",
        "P(Japan|china)": "1/14",
        "P(Chinese|japan)": "2/9", "P(Tokyo|japan)": "2/9", "P(china,d5)": "3/4 * 3/7^3 * 1/14^2",
        "P(japan,d5)": "1/4 * 2/9^5", "P(china|d5)": "4782969/6934265", "argmax(d5)": "china",
        "P(Chinese=1|china; presence)": "4/5", "P(Japan=1|china; presence)": "1/5",
        "P(Beijing=1|china; presence)": "2/5", "P(Chinese=1|japan; presence)": "2/3",
        "P(Shanghai=1|japan; presence)": "1/3", "P(china,d5; presence)": "81/15625",
        "P(japan,d5; presence)": "16/729", "P(china|d5; presence)": "59049/309049",
        "argmax(d5; presence)": "japan", "vocabulary": "6", "tokens(china)": "8", "tokens(japan)": "3",
    }),
    ("Taiwan and Sapporo (IIR, exercise)", table("""
class | text
china | Taipei Taiwan
china | Macao Taiwan Shanghai
japan | Japan Sapporo
japan | Sapporo Osaka Taiwan
""", CHINA_KEYS.replace("Chinese Chinese Chinese Tokyo Japan", "Taiwan Taiwan Sapporo")), {
        "P(Taiwan|china)": "3/12", "P(Sapporo|china)": "1/12", "P(Taiwan|japan)": "2/12",
        "P(Sapporo|japan)": "3/12", "P(china,d5)": "1/384", "P(japan,d5)": "1/288",
        "P(china|d5)": "3/7", "argmax(d5)": "japan", "P(china|d5; presence)": "1/4",
        "P(Taiwan=1|china; presence)": "3/4", "P(Sapporo=1|china; presence)": "1/4",
    }),
    ("predictable with no fun (Jurafsky and Martin)", table(REVIEWS, """
[model]
smoothing = 1
[query]
s = "predictable with no fun"
"""), {
        "vocabulary": "20", "tokens(-)": "14", "tokens(+)": "9", "P(-)": "3/5",
        "P(predictable|-)": "2/34", "P(no|-)": "2/34", "P(fun|-)": "1/34", "P(predictable|+)": "1/29",
        "P(no|+)": "1/29", "P(fun|+)": "2/29", "P(-,s)": "3/49130", "P(+,s)": "4/121945",
        "P(-|s)": "73167/112471", "argmax(s)": "-",
    }),
    ("comedy or action (Jurafsky and Martin)", table(FILMS, """
[model]
smoothing = 1
[query]
D = "fast couple shoot fly"
"""), {
        "P(fast|comedy)": "2/16", "P(couple|comedy)": "3/16", "P(shoot|comedy)": "1/16",
        "P(fly|comedy)": "2/16", "P(fast|action)": "3/18", "P(couple|action)": "1/18",
        "P(shoot|action)": "5/18", "P(fly|action)": "2/18", "P(comedy,D)": "3/40960",
        "P(action,D)": "1/5832", "P(action|D)": "5120/7307", "argmax(D)": "action",
    }),
    ("good plot, poor acting: counted", table(SHORT_REVIEWS, """
[model]
family    = "multinomial"
smoothing = 1
[query]
s = { good = 2, poor = 1, great = 1 }
"""), {
        "P(good|pos)": "4/12", "P(great|pos)": "6/12", "P(poor|neg)": "11/17", "P(pos,s)": "1/270",
        "P(neg,s)": "891/417605", "odds(pos:neg|s)": "83521/48114", "argmax(s)": "pos",
    }),
    ("good plot, poor acting: each word once a document", table("""
class | text
pos | good great
pos | poor great
neg | good poor
neg | good poor great
neg | poor
""", '[model]\nsmoothing = 1\n[query]\ns = "good great poor"\n'), {
        "P(good|pos)": "2/7", "P(poor|neg)": "4/9", "P(pos,s)": "24/1715", "P(neg,s)": "8/405",
        "P(pos|s)": "243/586", "argmax(s)": "neg",
    }),
    ("tennis with m-estimates (Mitchell)", table(TENNIS, """
id = "Day"
[model]
smoothing = { m = 4 }
"""), {"P(Wind=Strong|No)": "5/9", "P(Outlook=Overcast|No)": "4/27", "P(Wind=Strong|Yes)": "5/13"}),
    ("who buys a computer (Han and Kamber)", table(BUYS, """
[models.laplace]
smoothing = 1
[query]
X = { age = "<=30", income = "medium", student = "yes", credit = "fair" }
"""), {
        "P(yes)": "9/14", 'P(age="<=30"|yes)': "2/9", 'P(age="<=30"|no)': "3/5",
        "P(income=medium|yes)": "4/9", "P(student=yes|no)": "1/5", "P(credit=fair|yes)": "6/9",
        "P(yes,X)": "16/567", "P(no,X)": "6/875", "P(yes|X)": "1000/1243", "argmax(X)": "yes",
        "P(yes|X; laplace)": "2401/3127", "P(age=>40|yes)": "3/9",
    }),
    ("stolen cars, with an m-estimate", table(CARS, """
[models.m]
smoothing = { m = 3, p = "1/2" }
[query]
x = { color = "Red", type = "SUV", origin = "Domestic" }
"""), {
        "P(Yes,x)": "3/125", "P(No,x)": "9/125", "P(Yes|x)": "1/4", "P(color=Red|Yes; m)": "9/16",
        "P(type=SUV|Yes; m)": "5/16", "P(Domestic|No; m)": "9/16", "P(Yes,x; m)": "315/8192",
        "P(No,x; m)": "567/8192", "P(Yes|x; m)": "5/14", "argmax(x; m)": "No",
    }),
    ("loans, one column with an m-estimate (Tan and Steinbach)", table(LOAN, """
[models.m]
smoothings = { marital = { m = 3, p = "1/3" } }
[query]
x = { owner = "No", marital = "Married" }
"""), {
        "P(No,x)": "8/35", "P(Yes,x)": "0", "P(No|x)": "1", "P(marital=Married|Yes; m)": "1/6",
        "P(marital=Married|No; m)": "1/2", "P(owner=Yes|Yes; m)": "0", "P(No,x; m)": "1/5",
        "P(Yes,x; m)": "1/20", "P(No|x; m)": "4/5",
    }),
    ("the Titanic, counts only", TITANIC, {
        "P(yes)": "711/2201", "P(yes|lady)": "603525304600/670040241217", "argmax(lady)": "yes",
        "P(yes|boy)": "344446849925/1133269906661", "argmax(boy)": "no", "P(sex=female|yes)": "344/711",
        "odds(yes:no|lady)": "603525304600/66514936617",
    }),
    ("a long, sweet, yellow fruit", FRUIT, {
        "P(banana)": "1/2", "P(long=1|banana)": "4/5", "P(banana,x)": "63/250", "P(orange,x)": "0",
        "P(other,x)": "3/160", "P(banana|x)": "336/361", "odds(banana|x)": "336/25",
        "argmax(x)": "banana",
    }),
    ("a test for cancer, twice (Mitchell)", CANCER, {
        "P(yes,first)": "49/6250", "P(no,first)": "93/3125", "P(yes|first)": "49/235",
        "P(yes|first,second)": "2401/2680", "argmax(first=1)": "no", "argmax(first=1,second=1)": "yes",
        "P(second|first)": "268/1175",
    }),
    ("sneezing and coughing without a fever", SNEEZE, {
        "P(well,e)": "891/100000", "P(cold|e)": "1080/3861", "P(allergy|sneeze)": "1/4",
        "odds(cold:allergy|e)": "4/7", "argmax(e)": "allergy", "P(well|sneeze)": "1/2",
    }),
    ("which door (Monty Hall)", MONTY, {
        "P(left|opens=r)": "1/3", "P(middle|opens=r)": "2/3", "P(right|opens=r)": "0",
        "odds(middle:left|opens=r)": "2", "P(opens=r)": "1/2", "argmax(opens=m)": "right",
    }),
    ("a yellow one and a green one, from two bags", MM, {
        "P(A|one=yellow,two=green)": "20/27", "P(two=green|A)": "1/5", "P(one=else|B)": "43/50",
    }),
    ("bowls of cookies, counts and a uniform prior", """
[data]
counts = '''
bowl       one two
vanilla    30  20
chocolate  10  20
'''
[model]
family = "multinomial"
prior  = "uniform"
""", {"P(one|vanilla)": "3/5", "P(vanilla|one)": "3/4", "P(one|vanilla,chocolate)": "3/7"}),
    ("three kinds of coin, heads, and heads again", """
[data]
parameters = '''
coin  A    B    C
prior 0.4  0.4  0.2
toss=heads 0.5 0.6 0.9
toss=tails 0.5 0.4 0.1
again=heads 0.5 0.6 0.9
again=tails 0.5 0.4 0.1
'''
""", {
        "P(A|toss=heads)": "10/31", "P(B|toss=heads)": "12/31", "P(C|toss=heads)": "9/31",
        "P(toss=heads)": "31/50", "P(again=heads|toss=heads)": "203/310", "argmax(toss=heads)": "B",
    }),
    ("three machines and a bad bolt", """
[data]
parameters = '''
machine  A    B    C
prior    25%  35%  40%
bad      5%   4%   2%
'''
[model]
family = "bernoulli"
""", {"P(A|bad)": "25/69", "P(B|bad)": "28/69", "P(C|bad)": "16/69", "P(bad)": "69/2000"}),
    ("a blue cab and a witness", """
[data]
parameters = '''
cab        blue green
prior      15%  85%
says=blue  80%  20%
says=green 20%  80%
'''
""", {"P(cab=blue|says=blue)": "12/29", "argmax(says=blue)": "green"}),
    ("five words of a review, all others in one", """
[data]
parameters = '''
class    pos   neg
prior    1/2   1/2
I        0.09  0.16
always   0.07  0.06
like     0.29  0.06
foreign  0.04  0.15
films    0.08  0.11
others   0.43  0.46
'''
[model]
family = "multinomial"
[query]
s = "I always like foreign films"
""", {"P(pos,s)": "1827/625000000", "P(neg,s)": "297/62500000", "P(pos|s)": "203/533",
     "argmax(s)": "neg"}),
]  # fmt: skip


@all_of(("problem", "expected"), [c[1:] for c in PROBLEMS], apart=3)
def test_problems_of_textbooks_have_these_answers(problem: str, expected: Worth) -> None:
    """What books and exams ask has one exact answer."""
    assert mistakes(problem, expected) == {}


def test_books_print_estimates_as_they_are_counted() -> None:
    """(5+1)/(8+6) is 6/14, (1+1)/(14+20) is 2/34, (3+3/2)/(5+3) is (9/2)/8."""
    names = ["P(Chinese|china)", "P(Tokyo|china)", "P(Chinese|japan)", "P(Chinese=1|china; presence)"]
    assert as_counted(table(CHINA, CHINA_KEYS), *names) == ["6/14", "1/14", "2/9", "4/5"]
    reviews = table(REVIEWS, "[model]\nsmoothing = 1\n")
    assert as_counted(reviews, "P(no|-)", "P(fun|+)") == ["2/34", "2/29"]
    cars = table(CARS, '[model]\nsmoothing = { m = 3, p = "1/2" }\n')
    assert as_counted(cars, "P(color=Red|Yes)", "P(type=SUV|Yes)") == ["(9/2)/8", "(5/2)/8"]
    assert as_counted(TITANIC, "P(yes)", "P(ticket=crew|no)") == ["711/2201", "673/1490"]

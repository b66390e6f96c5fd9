"""How sentences and labels of money, hosts and limits are built: a pattern for each kind, by which the oracle reads it.

`<design:best>` stands for the name of a design, `<n:eur>` for a whole number in groups of three digits, each to be
found by the name behind the colon. A pattern has the same groups in both languages: what it says is judged once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from tests.oracle.checks_said import WARNINGS

CLAIMS = re.compile(
    r"\d|EUR|\bcosts?\b|price|cheap|dearer|\bpaid\b|\bpay|\bbuy\b|bought|purchase|valid|VAT|includ|\bholds?\b"
    r"|depreciation|payback|expire"
    r"|[Pp]reis|Kosten|kostet|günstig|teuer|bezahlt|Zahlung|[Kk]auf|gültig|nthalten|bschreibung|abgelaufen"
)
"""What makes a text one that has to be understood: a figure, or a word of money."""

_LESS = (
    r"(?:, about <n:less> EUR(?: \((?P<percent>\d+) %\))?|, about <n:less_in_all> EUR in all"
    r"|(?P<under>, under 1 EUR in all)) less than <design:next>"
)
_AMOUNT = (
    r"<n:eur> EUR per user(?: over (?P<years>\d+) years?)?(?: without (?P<without>.+?) \(its price is not known\))?"
)
_VERDICT = r"meets every target|misses no target|exceeds no limit \(no target is set\)"
_HARDWARE = (
    r"<n:blocks> (?P<called>host|server|array|desktop)s?(?: in (?P<clusters>\d+) clusters?)?"
    r"(?: \((?P<spare>\d+) in reserve\))?(?: with <n:shelves> shel(?:f|ves)(?P<per_block> per \w+)?)?"
    r"(?: and <n:beside> hosts?(?: \((?:<n:needed> and (?P<spare_hosts>\d+) in reserve, )?by [a-zA-Z ]+\))?)?"
    r"(?:, <n:drives> drives?)?"
)
_BY_HOSTS = r"[a-zA-Zäöüß ]+ \(<n:hosts> hosts?(?: and (?P<reserve>\d+) in reserve)?(?P<each> each)?\)"
_BESIDE = r"[a-zA-Zäöüß ]+; <n:hosts> hosts?(?: and (?P<reserve>\d+) in reserve)?, by [a-zA-Z ]+"

SENTENCES: dict[str, str] = {
    # the headline
    "title": r"Virtual desktops for <n:users> users(?:, <n:vms> VMs at a time)?$",
    "title of several": r"Virtual desktops for several groups of users$",
    "cheapest": (
        r"<design:best> is the (?P<called>cheapest|only)(?P<of> judged| priced| costed)? design that "
        rf"(?P<meets>{_VERDICT}): {_AMOUNT}(?:{_LESS})?\."
    ),
    "tied": rf"(?P<ties>\d+) designs that miss no target cost the same: {_AMOUNT}(?:{_LESS})?\.",
    "rests": r"It rests on (?P<judged>\d+) of (?P<all>\d+) targets and limits judged\.",
    "cheapest later": (
        r"Over (?P<years>\d+) years? the cheapest(?P<known> of those known)? is <design:best>"
        r"(?:: <n:eur> EUR per user, and not <n:other>|, about <n:less_in_all> EUR in all less than <design:dearer>"
        r"|(?P<under>, under 1 EUR in all) less than <design:than>)\."
    ),
    "later not known": r"Over (?P<years>\d+) years? the cost is not known of (?:(?P<count>\d+) designs|<design:one>)\.",
    "not final": r"Not final: a design has an error\.",
    "other users": r"The designs carry different users: read each by itself, not against the others\.",
    "added up": r"Comparison adds up the parts of a solution\.$",
    "solution": (
        r"<design:head> (?:with|mit) <design:part>(?: (?:and|und) (?P<more>\d+) (?:more|weitere))? is one solution for "
        r"<n:users> (?:users|Benutzer): (?:<n:eur> EUR per user(?: over (?P<years>\d+) years?)?, <n:in_all> EUR in all"
        r"|(?P<unknown>no EUR, as those of a part are not known)); "
        r"(?P<solved>each part meets every target|no part misses a target or exceeds a limit|"
        r"not every part is known to meet its targets)\. Each part has its own answer\."
    ),
    "none stands": r"No answer: each design has a wrong input\. Its card says which, Checks how to mend it\.$",
    "none meets": r"No design meets every target and limit\.$"
    r"|Of no design it is known that it meets every target and limit\.$",
    "none priced": r"No design that keeps its targets and limits has a purchase price\.$",
    "none costed": r"Of no design that keeps its targets and limits the cost over the years is known\.$",
    # what to buy
    "takes": rf"(?:<design:one>: )?It takes {_HARDWARE}(?:, by {_BY_HOSTS})?(?P<run>, which a service runs)?\.",
    "hardware": rf"{_HARDWARE}$",
    "hosts by": rf"{_BY_HOSTS}$",
    "hosts beside": rf"{_BESIDE}$",
    "clusters": (
        r"(?P<clusters>\d+) clusters? of <n:hosts> hosts?(?: and (?P<reserve>\d+) in reserve)?(?P<each> each)?, by .+$"
    ),
    "beside today": (
        r"Over (?P<years>\d+) years? it costs <n:apart> EUR (?P<than>less|more) than going on as today\."
    ),
    "carries": (
        r"One (?P<called>host|server|array) carries <n:vms> VMs, limited by: (?P<limit>[^;.]+); "
        r"next limit: (?:none|(?P<next>[^;.]+?) at <n:at> VMs)\."
    ),
    "next limit": r"(?P<next>[a-zA-Z ]+) at <n:at> VMs$",
    "equipment": (
        r"(?:<n:cores> cores)?(?:, )?(?:<n:ram> GiB RAM)?(?:(?:, )?(?P<gpus>\d+) GPUs? of (?P<gpu_gb>\d+) GB)?$"
    ),
    "target": (
        r"(?:none; usual limit (?P<usual>[\d.]+) ms|(?:mean|(?P<share>[\d.]+) %) within (?P<limit>[\d.]+) ms"
        r"(?:; [\d.]+ % are|; not judged)?)$"
    ),
    "least": r"≥ <n:least>$",
    "judged": r"(?P<limits>(?:[a-zA-Z ]+, )*)(?P<targets>no|\d+) targets?: (?P<judged>\d+) of (?P<all>\d+)$",
    "physical": (
        r"[\d.\u00a0]+ (?:boots? per minute|boots? at the same time|I/Os per boot at the blocks' IOPS)"
        r"(?:, in the steady mix)?(?:; [a-z ;]+)?$"
        r"|measured replaces <n:measured>$"
    ),
    "room": r"Free for deltas and the like: <n:mb> MB per VM\.",
    "against": r"But: [^.\d]+\.",
    # what one has to know
    "scope bought": (
        r"EUR are net, and of what is bought\. Not included in the purchase: "
        r"(?P<items>VAT(?: \(with it: Comparison\))?.*?)\.(?= The cost over|$)"
    ),
    "scope years": r"EUR are net, and of all years of use at their present value; bars are what is bought\.",
    "later holds": r"The cost over (?P<years>\d+) years? holds: (?P<held>.+?); not included: (?P<items>.+?)\.$",
    "store in it": r"In (?P<span>the EUR of every design|the cost over the years alone): profile store of .+\.$",
    "heavier": (
        r"With (?P<more>\d+) % more steady IOPS a user of <design:one> costs <n:eur> EUR "
        r"(?:to buy|over (?P<years>\d+) years?)"
        r"(?:, and not <n:was>|(?P<same>, as now); (?:hosts decided by|limited by): [^.]+?)\."
        r"(?: Whether it then keeps its targets and limits: What if\.)?"
    ),
    "more of": r"(?P<more>\d+) % more (?P<what>vCPU|RAM|GB) per VM: <n:eur> EUR\.",
    "growth": (
        r"Growth assumed: users (?P<users>-?[\d.]+) % and GB per VM (?P<gb>-?[\d.]+) % a year, "
        r"for (?P<years>\d+) years?; what it takes is bought (?P<bought>by year|at once)\."
    ),
    "at the start": r"All above is for the users at the start\.",
    "growth cheapest": (
        r"With it, each block as at the start, without further drives, <design:best> costs least"
        r"(?P<known> of those known)?: "
        r"<n:eur> EUR per user of the last year, over (?P<years>\d+) years?\."
    ),
    "dearer anyway": (
        r"Even without (?:the price of (?P<part>.+)|what it lacks), design <design:one> costs more than the cheapest "
        r"complete one\.$"
    ),
    "dearer anyway, several": (
        r"Even without what they lack, (?P<count>\d+) designs cost more than the cheapest complete one\.$"
    ),
    "times": r"Response times are those of the drives; .+$",
    "not given": r"Not given for the users, and so not taken into account: .+$",
    "group": r"(?P<group>.+) \((?P<share>[\d.]+) % of <n:count> (?:users|VMs)\)(?:, [\d\u00a0]+ users)?(?:[:;] .*)?$",
    "tier": r".+: (?:<n:count>|error) x .+$",
    "limits without a bar": r"Limits above <n:most> VMs have no bar: .+$",
    "warned": r"(?:(?P<all>All designs)|(?P<count>\d+) designs|<design:one>): (?P<fails>.+)\.$",
}  # fmt: skip
"""Sentences, each by itself; a line has to consist of them from its beginning to its end."""

SUBLINE = re.compile(
    r"(?P<designs>one design|(?P<count>\d+) designs compared) · sizing of (?P<as_of>\d{4}-\d\d-\d\d)"
    r"(?: · (?:oldest price of (?P<oldest>\d{4}-\d\d-\d\d)|(?P<unlike>prices of different dates))"
    r"(?:, the first price (?:expires on (?P<ends>\d{4}-\d\d-\d\d)|expired since (?P<ended>\d{4}-\d\d-\d\d))"
    r"(?P<endless>, others have no last day)?)?, net)?$"
)
"""The second line of Report, behind the names of customer and author."""

MARKS = re.compile(
    r"(?P<sign>[✓!–✕?]) "
    r"(?P<called>cheapest(?: to buy)?(?: over \d+ years?)?(?: of those (?:priced|costed))?, |costs less, but: )?"
    rf"(?P<verdict>{_VERDICT})(?P<time>; response time (?:not known|known in part))?"
    r"(?P<but>, but: [^;]+(?:; [^;]+)*?)?(?P<eur>; no price|; no EUR to compare|; EUR without .+)?"
)
"""The verdict on a card."""

LABELS: dict[str, str] = {
    "bought per user": r"EUR per user|EUR per user for these users|EUR per user, bought",
    "compared by": r"designs are compared by",
    "at least": r"EUR per user(?:, (?P<years>\d+) years?)? ≥ <n:least>",
    "at least, alone": r"EUR per user, at least",
    "total per user": r"EUR per user over the years|EUR per user(?:,| over) (?P<years>\d+) years?",
    "total per month": r"EUR per user and month of use",
    "bought per VM": r"EUR per VM for these users",
    "full per VM": r"EUR per VM of a full block",
    "full per user": r"EUR per user of a full block",
    "full": r"purchase price of a full block",
    "bought": r"purchase price of all for these users|in all, EUR net|EUR for these users",
    "total": r"cost over the years|EUR over the years|in all, (?P<years>\d+) years?, EUR net",
    "total per VM": r"EUR per VM over the years",
    "bought with VAT": r"purchase price of all for these users, with VAT",
    "bought per user with VAT": r"EUR per user for these users, with VAT",
    "bought per VM with VAT": r"EUR per VM for these users, with VAT",
    "solution users": r"solution: users",
    "solution hosts": r"solution: hosts that are paid for",
    "solution bought": r"solution: purchase price of all",
    "solution bought per user": r"solution: EUR per user",
    "solution total": r"solution: cost over the years",
    "solution total per user": r"solution: EUR per user over the years",
    "solution verdict": r"solution: verdict",
    "solution": r"solution",
    "total with VAT": r"cost over the years, with VAT",
    "beyond first": r"cost over the years beyond that of the first design",
    "today": r"going on as today, over the years",
    "beyond today": r"cost over the years beyond going on as today",
    "payback": r"payback against (the first design|going on as today)",
    "part of purchase": (
        r"EUR per user, (parts per server, host or array|drives|parts per user and per VM|parts for the whole "
        r"project, or by packs)"
    ),
    "part of total": r"EUR per user, (parts paid per year|energy|rack space|maintenance|profile store)",
    "bought beside leased": r"bought: cost over the years",
    "leased": r"leased: cost over the years",
    "rate of the lease": r"leased: rate a month",
    "amount of the lease": r"leased: purchase price of it",
    "terms of the lease": r"leased: for how long, and what",
    "bought per month": r"bought: EUR per user and month of use",
    "leased per month": r"leased: EUR per user and month of use",
    "buy or lease": r"buy or lease",
    "VAT": r"VAT",
    "years": r"years of use",
    "users": r"users, whole|users",
    "VMs": r"concurrent VMs, whole|VMs in use at the same time",
    "blocks": r"blocks to buy|blocks, with spares",
    "drives": r"drives of all blocks",
    "VMs per block": r"VMs per (?:block|host|server|array|desktop)",
    "holds": r"the cost over the years holds",
    "left out": r"left out of the cost over the years",
    "hardware": r"hardware(?: to buy)?",
    "equipment": r"(?:a host|a server|an array|a desktop) has",
    "next limit": r"next limit|limit of one host",
    "mean of a part": r"mean, [\d.]+ % of I/Os",
    "oldest": r"oldest price of the bill|oldest price on the bill of",
    "errors": r"errors",
    "what the checks say": r"what the checks say",
    "store": r"profile store in the cost over the years",
    "tier": r"tier [123]|flash cache",
    "price missing": r"every part has a price",
    "free part": r"no price on the bill is 0",
    "undated": r"every price on the bill has a date",
    "ahead": r"no price on the bill is dated after the as-of date",
    "expired": r"no price on the bill is past the last day of its offer",
    "unsourced": r"every price on the bill has a source",
    "uncounted": r"every part on the bill can be counted",
    "no watts": r"watts and rack units are known where energy and rack space have a price",
    "never paid": r"every part that is paid per year is paid to the end of the years of use",
    "drives billed": r"the drives that are sized are on the bill, per drive of their tier",
    "hosts billed": r"the hosts beside an array are on its bill, per host",
    "block billed": r"the block itself is on the bill, per block or host",
    "GPUs billed": r"a part on the bill is called GPU or NVIDIA, where hosts have GPUs",
    "shelves billed": r"the shelves that are sized are on the bill, per shelf",
}  # fmt: skip
"""Labels with an amount or a fact beside them, one for each design. What names no span of time is of what is bought."""

FAILS: dict[str, str] = {
    "price missing": r"parts without a price(?:: (.+))?",
    "free part": r"a part on the bill costs nothing(?:: (.+))?",
    "undated": r"a price on the bill has no date(?:: (.+))?",
    "ahead": r"a price on the bill is dated after the as-of date",
    "expired": r"a price on the bill is past the last day of its offer",
    "unsourced": r"a price on the bill has no source",
    "no watts": (
        r"energy or rack space has a price, but watts or rack units are not known: there is no cost over the years.*"
    ),
    "never paid": (
        r"a part per year begins after the years of use, or ends before they do: outside its years it counts for "
        r"nothing"
    ),
    "uncounted": r"a part of the bill cannot be counted(?:: (.+))?",
    "drives billed": r"drives that are sized are not on the bill, per drive of their tier(?:: .+)?",
    "hosts billed": r"hosts beside the array are sized and not on the bill, per host",
    "block billed": r"the block itself, the server or the array, is sized and not on the bill, per block or host",
    "GPUs billed": r"hosts have GPUs, and no part on the bill is called GPU or NVIDIA: the EUR may lack them",
    "shelves billed": r"shelves are not on the bill",
}  # fmt: skip
"""What warnings of prices say where they fail; the same kinds as among the labels."""

HELP: tuple[str, ...] = (
    # Start
    r"version \d+\.\d+\.\d+",
    r"How many drives, how many virtual desktops \(VMs\), and how many EUR per VM: for HDD, SSD and hybrid storage .+",
    r"[1-6]\. (?:a row per user group|a column per design|what each part costs|the parts of each design"
    r"|the page to hand over|the designs side by side).*",
    r"Prices|Bill|Cost|prices|Every number is a native formula, but for 4 rows of Evidence\.",
    r"input: (?:customer, date, price list, VAT, rates|what an image delivery leaves of the I/O, and takes"
    r"|what a drive holds and sustains|what a kit is billed for|blocks with their drives to start from)",
    r"what holds, what does not, and where|the bill of each design, priced",
    r"blocks, purchases and cost by year, if users or GB grow",
    r"dials: users, IOPS, growth, prices; what becomes of a design|what moves the result most; price outlook",
    # Sign-off
    r"[0-9a-f]{64}|SHA-256 of .+|its SHA-256, which check prints|A file cannot hold its own hash: .+",
    r"\d+\.\d+\.\d+|none: no baseline was before it, or the same inputs|valid until|price list",
    r"no response target is set on RAID 5 or 6 .+",
    r"(?:the profile store is (?:on the bill, where Settings name its part|bought, or paid by GB and month))",
    r"the provisioning servers' RAM holds the image|no other design is billed more per VM and per user",
    r"the prices are not old|the hosts of an array's VMs are sized, where it has a bill",
    r"of these without a (?:quote number|last day)|the first without a quote number or a last day|prices in it",
    r"vdi-sizing check compares all that a reader sees .+|reads no comments and added sheets, .+",
    # Report
    r"(?:What is|Known of what is) bought for a user, EUR|What is bought for a user: no design has all its prices",
    r"(?:The colour of a design is that of its curve; .+ )?vdi-sizing \d+\.\d+\.\d+",
    r"no curve: it takes a design without an error, with a load and drives whose response time is modelled",
    r"not included in the (?:purchase|cost over the years)|oldest price on the bill of|tier [123]: .+",
    r"Columns of the warnings: open; owner, and what is done; .+",
    r"EUR per VM: no bar means that a price is missing, or that the design has an error\.",
    r"no chart yet: compare draws it as soon as a design has all its prices\.",
    r"EUR per VM: no chart yet: compare draws it as soon as a bill has all its prices\.",
    # headings of tables, and units
    r"The solution that a design heads, with its parts|of all its parts; no price where a part lacks one",
    r"EUR(?:/.+)?|hardware to buy|Cost(?: over the years)?, net unless said otherwise|What EUR per user are made of",
)  # fmt: skip
"""Texts that say the same in every workbook, and so nothing of this customer."""

WARNED = re.compile(f"(?:{'|'.join(map(re.escape, WARNINGS.values()))})(?:: .+)?", re.IGNORECASE)
"""What a check says where it fails, and what it names."""
_NAMED = re.compile(r"<(design|n):(\w+)>")


class Grammar:
    """The patterns with the names of one workbook."""

    def __init__(self, designs: Iterable[str]) -> None:
        names = "|".join(re.escape(name) for name in sorted(designs, key=len, reverse=True))
        self._known = {"design": f"(?:{names})", "n": r"\d[\d\u00a0\u202f]*"}
        self.sentences = self._of(SENTENCES)
        self.labels = self._of(LABELS)
        self.fails = self._of(FAILS)
        self.help = re.compile("|".join(f"(?:{pattern})" for pattern in HELP))

    def _of(self, patterns: dict[str, str]) -> dict[str, re.Pattern[str]]:
        return {kind: re.compile(self.filled(pattern)) for kind, pattern in patterns.items()}

    def filled(self, pattern: str) -> str:
        """A pattern with the names of the designs, and numbers, in place of what stands for them."""
        return _NAMED.sub(lambda found: f"(?P<{found[2]}>{self._known[found[1]]})", pattern)

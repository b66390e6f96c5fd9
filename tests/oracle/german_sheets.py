"""What stands in the cells of the sheets Cost, What if, Sensitivity, Growth and Placement in German, and in English.

As all of the oracle's German, it was read from the sheets, side by side with the English ones.
"""

from __future__ import annotations

SHEETS: dict[str, str] = {
    "Was jedes Szenario aus jedem Entwurf macht. Die Änderungen stehen in der Tabelle darunter; vdi-sizing "
    "compare oder die Offline-Seite rechnet sie aus. Was Pakete von Lizenzen hinzufügen, bleibt, und so auch "
    "Erweiterungen.": (
        "What each scenario makes of every design. The changes are typed in the table below; vdi-sizing compare, or "
        "the offline page, works them out. What packs of licences add stays, and so do shelves."
    ),
    "Szenarien": "Scenarios",
    "Szenario": "scenario",
    "was sich ändert": "what changes",
    "günstigste": "cheapest",
    "wie eingetragen": "as entered",
    "nichts; diese Zeile folgt den Eingaben sofort": "nothing; this row follows the inputs at once",
    "nicht beurteilt": "not judged",
    "mehr Benutzer": "more users",
    "mehr Last": "busier desktops",
    "höhere Preise": "higher prices",
    "mehrere kosten gleich viel": "several cost the same",
    "von denen mit Preis": "of those priced",
    "der einzige": "the only one",
    "Kosten": "Cost",
    "Eine Zusammenstellung je Entwurf: Teile, Preise und was sie ergeben. Netto, ohne Umsatzsteuer. "
    "Rechts: je Block.": (
        "A configuration per design: parts, prices and what they come to. Net, without VAT. To the right: "
        "per block."
    ),
    "Zeile": "row",
    "Listenpreis": "list price",
    "Wert in EUR": "EUR per unit",
    "Nettopreis EUR": "net price EUR",
    "Menge für diese Benutzer": "quantity for these users",
    "EUR für diese Benutzer": "EUR for these users",
    "Preisdatum": "price date",
    "Menge x netto EUR": "quantity x net EUR",
    "Menge je Block": "quantity per block",
    "gekauft je Block, EUR": "EUR bought per block",
    "gekauft für diese Benutzer, EUR": "EUR bought for these users",
    "EUR für diese Benutzer, gekauft": "EUR for these users, bought",
    "Preis bekannt": "price known",
    "gewartet, Menge x netto EUR": "maintained, quantity x net EUR",
    "Barwert von 1 EUR pro Jahr": "present value of 1 EUR a year",
    "jährlich: Barwert EUR": "per year: present value EUR",
    "jährlich: EUR pro Jahr für diese Benutzer": "per year: EUR a year for these users",
    "steigt jedes Jahr": "rises every year",
    "Jahre im Voraus bezahlt": "years paid ahead",
    "Zeile von Prices": "row of Prices",
    "Preis gültig bis": "price valid until",
    "Quelle bekannt": "source known",
    "Zeile von Rates": "row of Rates",
    "Datum des Kurses": "date of the rate",
    "Quelle des Kurses bekannt": "source of the rate known",
    "Barwert beim Zins von What if": "present value at the interest of What if",
    "Summe dessen, was gekauft wird, für diese Benutzer und je Block":
        "Total of what is bought, for these users and per block",
    "Was wäre wenn": "What if",
    "Drehen Sie an den Reglern und sehen Sie, was aus einem Entwurf wird: alle Änderungen zugleich, "
    "neben dem unveränderten Entwurf.":
        "Turn the dials and see what becomes of one design: all changes at once, beside the design as it is.",
    "Regler": "Dials",
    "Einheit": "unit",
    "geändert um": "changed by",
    "wie er ist": "as it is",
    "was wäre wenn": "what if",
    "Größe": "figure",
    "Unterschied": "difference",
    "Benutzer (gleichzeitige VMs)": "number of users",
    "VMs, die gleichzeitig in Gebrauch sind": "VMs in use at the same time",
    "Leseanteil im Dauerbetrieb": "steady read share",
    "Laufwerks-IOPS": "drive IOPS",
    "bestimmende Grenze": "binding limit",
    "Bedarf": "demand",
    "gleich": "same",
    "Zusammenfassen von Schreib-I/Os": "write coalescing",
    "zulässige Auslastung eines Laufwerks": "maximum utilisation of a drive",
    "Blöcke einschließlich Reserve": "blocks, with spares",
    "Blöcke": "blocks",
    "Hosts neben den Arrays, mit Reserve": "hosts beside the arrays, with spares",
    "Hosts": "hosts",
    "Laufwerke": "drives",
    "Preise der Laufwerke": "drive prices",
    "Preise von allem außer Laufwerken": "prices of all but drives",
    "EUR über die Jahre": "EUR over the years",
    "mittlere Antwortzeit bei der Last": "mean response time at the load",
    "vCPU je Kern": "vCPU per core",
    "Fehler, der es ungültig macht": "error that voids it",
    "IOPS je VM in allen Phasen": "IOPS per VM in all phases",
    "Tippen Sie ein, was sich ändert: 20 % für ein Fünftel mehr, -10 % für ein Zehntel weniger. 0 oder "
    "leer ändert nichts.":
        "Type what changes: 20 % for a fifth more, -10 % for a tenth less. 0 or blank changes nothing.",
    "IOPS je VM, Anmeldung": "login IOPS per VM",
    "pt: Punkte, zu einem Anteil oder Satz addiert. Wachstum gilt pro Jahr und reicht bis zum Ende der "
    "Nutzungsjahre.": (
        "pt: points, added to a share or a rate. Growth is per year, and lasts to the end of the years of "
        "use."
    ),
    "IOPS je VM, Start": "boot IOPS per VM",
    "Regler derselben Größe multiplizieren sich: 20 % mehr Benutzer mit je 10 % mehr IOPS verlangen 32 % "
    "mehr IOPS.":
        "Dials of the same figure multiply: 20 % more users with 10 % more IOPS each ask for 32 % more IOPS.",
    "Was Pakete und Mindestbestellungen von Lizenzen hinzufügen, bleibt, wie es ohne die Regler ist, und so auch "
    "Erweiterungen.":
        "What packs and least orders of licences add stays as it is without the dials, and so do shelves.",
    "gemessene VMs je Block": "measured VMs per block",
    "Welcher Entwurf es ist, wird gewählt auf dem Blatt": "Which design it is, is chosen on the sheet",
    "Preise je VM, etwa Lizenzen": "prices per VM, such as licences",
    "Empfindlichkeit": "Sensitivity",
    "Was das Ergebnis eines Entwurfs am stärksten bewegt, eine Einflussgröße nach der anderen; und was "
    "Preise mit jedem Entwurf machen.":
        "What moves the result of one design most, one driver at a time; and what prices do to every design.",
    "Der betrachtete Entwurf, und wonach geordnet wird": "The design that is varied, and what is ranked",
    "leer: der empfohlene, sonst der erste": "blank: recommended, else the first",
    "geordnet nach": "ranked by",
    "leer: EUR je VM, sonst Laufwerke":
        "blank: EUR per VM, else drives",
    "der andere Entwurf": "the other design",
    "leer: der erste daneben": "blank: the first beside it",
    "Was das Ergebnis am stärksten bewegt": "What moves the result most",
    "Wofür die Balken stehen": "What the bars stand for",
    "Einflussgröße, die größte Spanne zuerst": "driver, the largest swing first",
    "Rang": "rank",
    "warum ein Balken kurz ist oder nur eine Seite hat": "why a bar is short, or has one side",
    "bei niedrig": "at low",
    "bei hoch": "at high",
    "nicht angegeben: es gibt nichts zu variieren": "not given: there is nothing to vary",
    "es geht in dieses Ergebnis nicht ein": "it does not enter this result",
    "Änderung": "change",
    "Wert der Einflussgröße": "value of the driver",
    "Ergebnis, nach dem geordnet wird": "result that is ranked",
    "Ergebnis, gegenüber der Basis": "result, from base",
    "Einflussgröße": "driver",
    "was verändert wird": "what is varied",
    "niedrig": "low",
    "hoch": "high",
    "Basis": "base",
    "Spanne": "swing",
    "gleichzeitige VMs, ihre Last im Verhältnis dazu": "concurrent VMs, their load in proportion",
    "mit dem Spitzenfaktor im Dauerbetrieb": "with the steady peak factor",
    "aller Benutzer zusammen": "of all users together",
    "Nennwerte aller Laufwerke, Lesen und Schreiben": "ratings of all drives, reads and writes",
    "jede Ebene; gezeigt ist der Wert der Ebene 1": "every tier; the value of tier 1 is shown",
    "Anteil der IOPS eines Laufwerks, der genutzt werden darf": "share of a drive's IOPS that may be used",
    "vom Antwortzeitziel des Entwurfs": "of the design's response target",
    "je Laufwerk abgerechnete Teile; gezeigt für einen Block": "parts billed per drive; shown for a block",
    "Teile je Block, Host, VM, Benutzer und einmalig": "parts per block, host, VM, user and once",
    "ohne den Zuschlag des Hypervisors": "without the hypervisor's overhead",
    "Mittel der Benutzer": "mean of the users",
    "des Blocks und der Hosts daneben, nicht von Gruppen mit eigenen":
        "of the block and hosts beside it, not of groups with their own",
    "Delta, Auslagerung, Protokolle und was dauerhaft bleibt, auf diesem Block":
        "delta, swap, log and what persists, on this block",
    "Dauerbetrieb, Anmeldung und Start zusammen": "steady work, login and boot together",
    "mit dem Spitzenfaktor der Anmeldung": "with the login peak factor",
    "einer VM, die startet": "of one VM that boots",
    "ganze VMs": "whole VMs",
    "Punkte pro Jahr, bis zum Ende der Nutzungsjahre": "points per year, until the end of the years of use",
    "Punkte; auf alles, was später bezahlt wird, auch jährliche Teile":
        "points; of all that is paid later, parts per year too",
    "je kWh": "per kWh",
    "Punkte dessen, was gewartet wird, pro Jahr": "points of what is maintained, per year",
    "was je VM und je Benutzer abgerechnet wird, ohne das, was Pakete hinzufügen":
        "what is billed per VM and per user, without what packs add",
    "„Niedrig“ und „hoch“ können Sie ändern: -20 % und +20 % (10 Punkte eines Anteils) stehen für eine "
    "Spanne, die Sie besser kennen.": (
        "Low and high are yours to change: -20 % and +20 % (10 points of a share) stand for a range that you "
        "know better."
    ),
    "Eine Änderung von 0 lässt alles, wie es ist. Eine Einflussgröße nach der anderen, gerechnet, als "
    "die Datei entstand; Schritte: Variants. Was Pakete von Lizenzen hinzufügen, bleibt, und so auch Erweiterungen.": (
        "A change of 0 leaves everything as it is. One driver at a time, drawn when the file was made; "
        "steps: Variants. What packs of licences add stays, and so do shelves."
    ),
    "–: nicht angegeben. nicht machbar: kein Block trägt eine VM. zu wenige Einschübe: die Laufwerke "
    "passen nicht hinein.":
        "–: not given. not feasible: no block carries a VM. too few bays: the drives do not fit.",
    "Jeder Entwurf: Preisausblick, Kostengleichheit mit dem ersten (–: über die Jahre verglichen, oder "
    "andere Benutzer), Kosten über die Jahre": (
        "Every design: price outlook, break-even with the first one (–: compared over the years, or of other "
        "users), cost over the years"
    ),
    "Hinweis": "note",
    "je gleichzeitiger VM; was gekauft wird": "per concurrent VM; what is bought",
    "in 1 Jahr ab dem Datum der Preise, wenn Flash sich im Preis ändert, wie Settings sagt":
        "1 year after the date of the prices, if flash changes in price as Settings says",
    "EUR je VM eines vollen Blocks, in 2 Jahren": "EUR per VM of a full block, in 2 years",
    "in 2 Jahren ab dem Datum der Preise, wenn Flash sich im Preis ändert, wie Settings sagt, jedes Jahr":
        "2 years after the date of the prices, if flash changes in price as Settings says, every year",
    "EUR je VM eines vollen Blocks, in 3 Jahren": "EUR per VM of a full block, in 3 years",
    "in 3 Jahren ab dem Datum der Preise, wenn Flash sich im Preis ändert, wie Settings sagt, jedes Jahr":
        "3 years after the date of the prices, if flash changes in price as Settings says, every year",
    "Nettopreis je Laufwerk der Ebene 1 bei Kostengleichheit für diese Benutzer":
        "break-even net price per drive of tier 1 for these users",
    "alles je solchem Laufwerk; unter 0: nicht einmal mit kostenlosen Laufwerken":
        "all billed per such drive; below 0: not even free drives do",
    "VMs je Block bei Kostengleichheit": "break-even VMs per block",
    "die kleinste Zahl, mit ganzen Hosts; volle Blöcke ohne Reserven; kann mehr sein, als ein Block trägt":
        "the fewest, hosts in whole ones; full blocks without reserves; may be more than a block carries",
    "Preis der Energie pro Jahr": "price of the energy per year",
    "ohne Preis, oder wo die Leistung nicht bekannt ist, ist Energie nicht in der Summe":
        "without a price, or where power is not known, energy is not in the total",
    "Stellfläche pro Jahr": "rack space per year",
    "ohne Preis ist Stellfläche nicht in der Summe": "without a price, rack space is not in the total",
    "Kauf + Barwert dessen, was die Zeile darunter nennt": "purchase + present value of what the line below names",
    "was davon nicht 0 EUR sind": "what of it is not 0 EUR",
    "für diese Benutzer, je namentlichem Benutzer": "for these users, per named user",
    "für diese Benutzer, je gleichzeitiger VM": "for these users, per concurrent VM",
    "Platzierung": "Placement",
    "Was wo steht: die gleichzeitig genutzten VMs eines Entwurfs auf seinen Hosts. Gleich gefüllte Hosts "
    "stehen in einer Spalte.": (
        "What stands where: the VMs of one design on its hosts, in use at the same time. Hosts filled alike "
        "stand in one column."
    ),
    "Hosts mit der Reserve": "hosts with the reserve",
    "Hosts ohne die Reserve": "hosts without the reserve",
    "Hosts, ohne die keine Platzierung auskommt": "hosts that no placement does without",
    "Hosts nach der mittleren VM": "hosts by the mean VM",
    "was die Anzahl der Hosts bestimmt": "what decides on the hosts",
    "Kerne": "cores",
    "Art, ganze VMs zu platzieren, die bestimmt": "way of placing whole VMs that decides",
    "keine, die mittlere VM braucht so viele": "none, the mean VM takes as many",
    "Alle Hosts": "All hosts",
    "Ohne die Reserve": "Without the reserve",
    "gleich gefüllte Hosts": "hosts filled alike",
    "RAM belegt": "RAM in use",
    "vCPU belegt": "vCPU in use",
    "A bis E: gleich gefüllte Hosts. Wo die kleinsten VMs nicht aufgehen, haben einige dieser Hosts eine "
    "weniger. Hosts, die unter keinem Buchstaben zählen, sind leer.": (
        "A to E: hosts filled alike. Where the smallest VMs do not come out even, some of these hosts have "
        "one less. Hosts that no letter counts are empty."
    ),
    "Belegt: von dem, was ein Host für seine VMs hat, ohne seinen eigenen Anteil, und bei vCPU ohne die "
    "CPU-Reserve.":
        "In use: of what a host has for its VMs, without its own share, and of vCPU without the CPU headroom.",
    "Eine VM einer Gruppe mit eigenen vCPU je Kern zählt so viele vCPU, wie ihre Kerne bei denen des "
    "Entwurfs belegen.": (
        "A VM of a group with a vCPU per core of its own counts as many vCPU as take its cores at that of "
        "the design."
    ),
    "die Antwort steht": "the answer stands",
    "gleichzeitige VMs": "concurrent VMs",
    "vCPU/Kern": "vCPU/core",
    "RAM-Zuschlag je VM": "RAM overhead per VM",
    "RAM oder Kerne sagen, was wo steht": "RAM or cores say what stands where",
    "Hosts mindestens, nach RAM": "hosts at least, by RAM",
    "Hosts mindestens, nach Kernen": "hosts at least, by cores",
    "Zeile von Licences": "row of Licences",
    "so oft wie": "as often as",
    "Kerne, die ein Host zählt": "cores that a host counts",
    "TB oder Erweiterungen eines Blocks, Karten eines Hosts": "TB or shelves of a block, cards of a host",
    "Anteil der Benutzergruppe": "share of its user group",
    "von jedem Host, Block und dergleichen": "of each host, block and the like",
    "so viele davon": "so many of these",
    "durch Pakete hinzu, in Vielfachen von einem": "added by packs, in times of one",
    "Kern": "core",
    "TB roh": "TB raw",
    "TB nutzbar": "TB usable",
    "TiB roh": "TiB raw",
    "GPU-Benutzer": "GPU user",
    "GPU-GB": "GPU GB",
    "Hosts mindestens, nach GPUs": "hosts at least, by GPUs",
    "GPUs je Host": "GPUs per host",
    "GB einer GPU eines Hosts": "GB of a GPU of a host",
    "GPUs, die eine gleichzeitige VM im Mittel belegt": "GPUs that a concurrent VM takes on average",
    "GPUs belegt": "GPUs in use",
    "GPUs größerer VMs je Host": "GPUs of larger VMs on each host",
    **{f"Größe {size} der VMs: VMs, die eine GPU trägt": f"size {size} of VM: VMs that one GPU carries"
       for size in range(1, 6)},
    **{f"Größe {size} der VMs: VMs, die ein Host ohne andere trägt":
       f"size {size} of VM: VMs that a host without others carries" for size in range(1, 6)},
    "Hosts, ab denen die größeren VMs reihum verteilt werden": "hosts from which on the larger VMs are dealt",
    "Größe 1 der VMs: Anteil der VMs, die größer sind": "size 1 of VM: share of the VMs that are larger",
    "Größe 2 der VMs: Anteil der VMs, die so groß oder größer sind":
        "size 2 of VM: share of the VMs that are as large or larger",
    "Größe 3 der VMs: Anteil der VMs, die so groß oder größer sind":
        "size 3 of VM: share of the VMs that are as large or larger",
    "Größe 4 der VMs: Anteil der VMs, die so groß oder größer sind":
        "size 4 of VM: share of the VMs that are as large or larger",
    "Größe 5 der VMs: Anteil der VMs, die so groß oder größer sind":
        "size 5 of VM: share of the VMs that are as large or larger",
    "jede Größe für sich, 0/1": "each size apart, 0/1",
    "Platz je Host": "room on each host",
    "Platz für die kleinsten VMs": "room for the smallest VMs",
    "VMs auf diesem Platz": "VMs in this room",
    "VMs ohne Platz": "VMs without a place",
    "die kleinsten zuletzt": "the smallest last",
    "Seine Anzahl von VMs ist gemessen: Eine schwerere Last senkt sie, Laufwerke ändern sie nicht.":
        "Its number of VMs is measured: a heavier load lowers it, drives do not change it.",
    "nichts hier wird danach bezahlt": "nothing here is paid by it",
    "Wachstum": "Growth",
    "Jahr für Jahr, was mehr Benutzer und mehr GB je VM erfordern, in ganzen Blöcken mit den Laufwerken "
    "des ersten, und was das kostet. Der Rechenweg darunter wird nicht gedruckt.": (
        "Year by year what more users and more GB per VM take, in whole blocks with the drives of the first, "
        "and what that costs. Its workings, below, are not printed."
    ),
    "Eine Zelle, die „keine Grenze“ zeigt, enthält 1.000.000.000 VMs, mehr, als irgendein Block trägt: "
    "So ist die kleinste Grenze ein einfaches Minimum, und jede Formel findet eine Zahl.": (
        "A cell that reads \"no limit\" holds 1,000,000,000 VMs, more than any block carries: so the smallest "
        "limit is a plain minimum, and every formula finds a number."
    ),
    "Es ist kein Wachstum angenommen: Tragen Sie es auf Settings ein.": "No growth is assumed: enter it on Settings.",
    "Alle Nutzungsjahre": "All years of use",
    "Kosten über die Jahre mit Wachstum": "cost over the years with growth",
    "Barwert, Käufe aller Jahre": "present value, purchases of all years",
    "EUR je Benutzer über die Jahre mit Wachstum": "EUR per user over the years with growth",
    "je namentlichem Benutzer des letzten Jahres": "per named user of the last year",
    "Blöcke je Jahr": "Blocks by year",
    "mit Reserve; bei einem Cluster: seine Hosts": "with spares; of a cluster: its hosts",
    "Gekaufte Blöcke": "Blocks bought",
    "Gekauft, EUR": "EUR bought",
    "bekannte Preise, die sich laut Settings ändern": "known prices, changing by Settings",
    "namentliche Benutzer": "named users",
    "Gleichzeitige VMs": "Concurrent VMs",
    "GB je VM nach Jahren": "GB per VM by year",
    "alle Ebenen, nach Datenreduktion": "all tiers, after data reduction",
    "VMs, die ein Block trägt, oder ein Host eines Clusters nach allem außer GB":
        "VMs that a block carries, or a host of a cluster by all but GB",
    "Laufwerke wie am Anfang; Hosts teilen sich GB": "drives as at the start; hosts share GB",
    "Zu bezahlende Hosts": "Hosts that are paid for",
    "neben Arrays; sonst die Blöcke": "beside arrays; else the blocks",
    "Laufende Kosten, die Wachstum hinzufügt": "Running costs that growth adds",
    "über den Anfang hinaus; mit ihrem jährlichen Anstieg": "beyond the start; with their yearly rise",
    "Jährliche Teile, die Wachstum hinzufügt": "Parts per year that growth adds",
    "über den Anfang hinaus, im Verhältnis, auch Pakete": "beyond the start, in proportion, packs too",
    "Blöcke je Jahr, für das Diagramm": "Blocks by year, for the chart",
    "nichts ohne Wachstum und nach den Nutzungsjahren": "nothing without growth, and beyond the years of use",
    "0: ein Fehler; nichts, wo es kein solches Jahr oder keinen solchen Entwurf gibt":
        "0: an error; nothing where there is no such year or design",
    "Was ein Cluster braucht": "What a cluster takes",
    "Benutzer gleichmäßig verteilt": "users spread evenly",
    "nach VMs, RAM, Kernen und GB; ohne Reserve": "by VMs, RAM, cores and GB; without spares",
    "Was dann steht": "What stands there",
    "Wonach sich die Jahre richten": "What the years go by",
    "Ebene 1: Hosts, die fassen, was ein Cluster einmal speichert":
        "tier 1: hosts that hold what a cluster stores once",
    "mit dem, was frei gehalten wird; ein Bruchteil": "with what is kept free; a fraction",
    "Ebene 1: Hosts, die eine VM eines Clusters fassen": "tier 1: hosts that hold a VM of a cluster",
    "ein Bruchteil, mit den GB am Anfang": "a fraction, with the GB of the start",
    "Ebene 2: Hosts, die fassen, was ein Cluster einmal speichert":
        "tier 2: hosts that hold what a cluster stores once",
    "Ebene 2: Hosts, die eine VM eines Clusters fassen": "tier 2: hosts that hold a VM of a cluster",
    "Ebene 3: Hosts, die fassen, was ein Cluster einmal speichert":
        "tier 3: hosts that hold what a cluster stores once",
    "Ebene 3: Hosts, die eine VM eines Clusters fassen": "tier 3: hosts that hold a VM of a cluster",
    "VMs je Block nach allen Grenzen, die Wachstum nicht ändert":
        "VMs per block by all limits that growth does not change",
    "alle außer Kapazität und den Benutzern dieses Lastfalls; eine vierte Phase ist die des Anfangs":
        "all but capacity and the users of this case; a fourth phase is that of the start",
    "Block mit seinen Laufwerken, ohne Hosts": "block with its drives, without hosts",
    "bekannte Preise am Anfang": "known prices of the start",
    "laufende Kosten eines Blocks pro Jahr": "running costs of a block per year",
    "Energie, Stellfläche, Wartung, ohne die der Hosts": "energy, rack space, maintenance, without those of hosts",
    "laufende Kosten eines Hosts neben einem Array pro Jahr": "running costs of a host beside an array per year",
    "bei einem Block: Wartung dessen, was je Host abgerechnet wird":
        "of a block the maintenance of what is billed per host",
    "Wachstum in Worten": "Growth in words",
    "die Kosten mit Wachstum sind bekannt": "the cost with growth is known",
    "und ein Block fasst auch im letzten Jahr noch eine VM": "and a block still holds a VM in the last year",
    "Kosten über die Jahre mit Wachstum, als Zahl": "cost over the years with growth, as a number",
    "zum Barwert: was Wachstum hinzufügt, wird wie laufende Kosten bezahlt":
        "at its present value: what growth adds is paid as running costs are",
    "EUR je Benutzer mit Wachstum, ganze, wenn angeboten": "EUR per user with growth, whole, if offered",
    "angenommenes Wachstum": "growth assumed",
    "EUR je Benutzer mit Wachstum, günstigster Entwurf": "EUR per user with growth of the cheapest offered",
    "dasselbe mit Wachstum, wie die Seite es sagt": "the same with growth, as the page says it",
    "welcher Entwurf mit Wachstum am wenigsten kostet, wie vermerkt": "which design costs least with growth, as noted",
    "auf dem Bericht erwähntes Wachstum": "growth noted on the report",
    "über alle Entwürfe, die empfohlen werden können": "over all designs that can be recommended",
    "Benötigte Blöcke je Jahr": "Blocks that the users of each year take",
    "Fehler in dem, was eingetragen ist": "errors in what is entered",
    "VMs je Block, gemessen": "VMs per block, measured",
    "VMs eines Hosts neben einem Array": "VMs of a host beside an array",
    "Ebene 1: Laufwerke mit Reserve": "tier 1: drives with spares",
    "Ebene 2: Laufwerke mit Reserve": "tier 2: drives with spares",
    "Ebene 3: Laufwerke mit Reserve": "tier 3: drives with spares",
    "Flash-Cache: Laufwerke je Block": "flash cache: drives per block",
    "ein Block trägt VMs, seine Laufwerke passen hinein, das Ziel ist erreichbar":
        "a block carries VMs, its drives fit, the target is attainable",
    "was davon nicht erfüllt ist": "which of these does not hold",
    "Reserve-Hosts neben den Arrays": "spare hosts beside the arrays",
    "RAM eines Hosts für seine VMs": "RAM of a host for its VMs",
    "vCPU eines Hosts für seine VMs": "vCPU of a host for its VMs",
    "Hosts und VMs, in Worten": "hosts and VMs, in words",
    "die des letzten Jahres, wo alle zu Beginn gekauft werden":
        "those of the last year where all are bought at the start",
    "jährliche Änderung der Preise von Flash-Laufwerken": "yearly change of flash drive prices",
    "jährliche Änderung anderer Preise": "yearly change of other prices",
    "Prüfungen: alle bestanden": "Checks: all passed",
    "Prüfungen: bestanden, mit Warnungen": "Checks: passed, with warnings",
    "Prüfungen: FEHLER": "Checks: ERRORS",
    "Ziel verfehlt: keine solchen Laufwerke erreichen das Antwortzeitziel. Fehler: siehe Checks. Ein solches Ende hat "
    "keinen Balken.":
        "off target: no such drives meet the response target. error: see Checks. Such an end has no bar.",
    "Was für einen Benutzer gekauft wird: kein Entwurf hat alle seine Preise":
        "What is bought for a user: no design has all its prices",
    "EUR gegenüber dem anderen Entwurf": "EUR beyond the other design",
    "EUR über die Jahre gegenüber dem anderen Entwurf": "EUR over the years beyond the other design",
    "nicht machbar": "not feasible",
    "Profil": "profile",
    "Image-Bereitstellung": "image delivery",
    "Cache-RAM GiB": "cache RAM GiB",
    "Art": "kind",
    "Sitzung": "session",
    "zu wenige Einschübe": "too few bays",
    "Ziel verfehlt": "off target",
    "geändert": "changed",
    "reihum, die größten zuerst": "dealt, the largest first",
    "reihum verteilt, die größten zuerst": "dealt, the largest first",
    "jede Größe für sich": "each size apart",
    "kein anderer Entwurf, wie gerechnet": "no other design, as drawn",
    "beide Entwürfe bewegen sich gleich": "both designs move alike",
}  # fmt: skip
"""What stands in a cell by itself."""
OF_YEARS: dict[str, str] = {
    "Blöcke": "blocks",
    "gekaufte Blöcke": "blocks bought",
    "gekauft, EUR": "EUR bought",
    "Benutzer": "users",
    "gleichzeitige VMs": "concurrent VMs",
    "GB je VM": "GB per VM",
    "VMs, die ein Block trägt": "VMs that a block carries",
    "Cluster": "clusters",
    "zu bezahlende Hosts": "hosts that are paid for",
    "hinzugekommene laufende Kosten": "running costs added",
    "hinzugekommene jährliche Teile": "parts per year added",
    "VMs eines Clusters": "VMs of a cluster",
    "Hosts eines Clusters": "hosts of a cluster",
    "Blöcke, die dann stehen": "blocks that stand there",
    "Hosts, die dann stehen": "hosts that stand there",
    "VMs im größten Cluster nach Kapazität": "VMs in the largest cluster by capacity",
    "EUR je VM eines vollen Blocks": "EUR per VM of a full block",
}
"""What a row of Growth is of, before its year."""
PHRASES: dict[str, str] = {
    "Es gibt mehr als fünf Größen von VMs. Die ohne Zeile zählen als die größte von ihnen, und so passen nicht alle.":
        "There are more than five sizes of VM. Those without a row count as the largest of them, and not all fit so.",
    "Zusammenstellung von ": "Configuration of ",
    "Die Einflussgrößen: wie weit jede geändert wird, und was daraus wird: ":
        "The drivers: how far each is changed, and what comes of it: ",
    "Fehler wie er ist": "error as it is",
    "nicht machbar wie er ist": "not feasible as it is",
    "zu wenige Einschübe wie er ist": "too few bays as it is",
    "Ziel verfehlt wie er ist": "off target as it is",
    "nicht bekannt wie er ist": "not known as it is",
    "kein Preis wie er ist": "no price as it is",
    "ein Teil der Stückliste heißt GPU oder NVIDIA, wo Hosts GPUs haben":
        "a part on the bill is called GPU or NVIDIA, where hosts have GPUs",
    "der Block selbst, der Server oder das Array, ist ausgelegt und steht nicht in der Stückliste, je Block oder Host":
        "the block itself, the server or the array, is sized and not on the bill, per block or host",
    "Hosts neben dem Array sind ausgelegt und stehen nicht in der Stückliste, je Host":
        "hosts beside the array are sized and not on the bill, per host",
    "ein jährliches Teil beginnt nach den Nutzungsjahren, oder endet vor ihnen: außerhalb seiner Jahre zählt es nicht":
        "a part per year begins after the years of use, or ends before they do: outside its years it counts for "
        "nothing",
    " in der Stückliste": " on the bill",
    "eine Stückliste": "a bill",
    "ein Block, der eine VM trägt": "a block that carries a VM",
    "die Hardware ist angenommen": "the hardware is assumed",
    "Die Hardware ist angenommen": "the hardware is assumed",
    " wie er ist": " as it is",
    " innerhalb von ": " within ",
    "Mittelwert innerhalb von ": "mean within ",
    "im Mittel innerhalb von ": "mean within ",
    "(durch ganze VMs)": "(by whole VMs)",
    "(durch Kerne)": "(by cores)",
    "ebenso viele ganze Blöcke: ": "as many whole blocks: ",
    "; was die Laufwerke erlauben, ist nicht bekannt": "; what the drives allow is not known",
    "Es ist ein Dienst, oder weder RAM noch Kerne eines Hosts sind angegeben, oder keine VM braucht sie: "
    "Nichts sagt, was wo steht.":
        "It is a service, or neither RAM nor cores of a host are given, or no VM asks for them: nothing says what "
        "stands where.",
    " durch ganze VMs": " by whole VMs",
    "(durch RAM)": "(by RAM)",
    " je Cluster höchstens": " per cluster at most",
    " je Cluster": " each",
    "Einschübe; ": "bays; ",
    "Einschübe bei ": "drive bays at ",
    ", in der Mischung des Dauerbetriebs": ", in the steady mix",
    " gleichzeitige Starts": " boots at the same time",
    "; keine Grenze der Starts je Minute ist angegeben": "; no limit of boots per minute is given",
    "gemessen ersetzt ": "measured replaces ",
    "Mittel, ": "mean, ",
    " % der I/Os": " % of I/Os",
    " Benutzer": " users",
    "Spalten der Warnungen: offen; zuständig, und was getan wird; ":
        "Columns of the warnings: open; owner, and what is done; ",
    "die Laufwerke der Stückliste, je Laufwerk ihrer Ebene, sind nicht die ausgelegten Laufwerke":
        "the drives on the bill, per drive of their tier, are not the drives that are sized",
    "ausgelegte Laufwerke stehen nicht in der Stückliste, je Laufwerk ihrer Ebene":
        "drives that are sized are not on the bill, per drive of their tier",
    "keine Zeile der Stückliste nennt diesen Entwurf": "no row of the bill names this design",
    "ein Ziel ist nicht beurteilt": "a target is not judged",
    "Laufwerke sind vorgegeben, nicht berechnet; ": "drives are given, not sized; ",
    "niedrig: ": "low: ",
    "hoch: ": "high: ",
    "nicht verändert": "not varied",
    "ganze Blöcke und Laufwerke gleichen einander aus": "whole blocks and drives make up for each other",
    "ebenso viele ganze Hosts und Laufwerke nötig": "as many whole hosts and drives are needed",
    "ebenso viele ganze Laufwerke nötig": "as many whole drives are needed",
    "nicht angegeben: es gibt nichts zu variieren": "not given: there is nothing to vary",
    "es geht in dieses Ergebnis nicht ein": "it does not enter this result",
    "nichts hier wird danach bezahlt": "nothing here is paid by it",
    " ganze Blöcke (niedrig / wie er ist / hoch)": " whole blocks (low / as it is / high)",
    " VMs. Keine Platzierung kommt mit weniger Hosts aus als ":
        " VMs. No placement does with fewer hosts than ",
    " VM. Keine Platzierung kommt mit weniger Hosts aus als ":
        " VM. No placement does with fewer hosts than ",
    " Hosts für ": " hosts for ",
    " in Reserve für ": " in reserve for ",
    " Host für ": " host for ",
    " am wenigsten: ": " costs least: ",
    "kein Preis": "no price",
    "nicht bekannt": "not known",
}  # fmt: skip
"""What stands within a text."""

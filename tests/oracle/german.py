"""How the oracle reads a German workbook: whole labels and choices first, then phrase by phrase, into English.

A word that is not known here stays as it is, and so what it stands in is not understood. The table is the oracle's own:
it was written from what the sheets say, and the product's is not looked at.
"""

from __future__ import annotations

import re

from tests.oracle import german_sheets
from tests.oracle.checks_said import WARNINGS

LABELS: dict[str, str] = {
    "Teil von": "part of",
    "Lösung": "solution",
    "Lösung: Urteil": "solution: verdict",
    "Lösung: Benutzer": "solution: users",
    "Lösung: zu bezahlende Hosts": "solution: hosts that are paid for",
    "Lösung: Kaufpreis insgesamt": "solution: purchase price of all",
    "Lösung: EUR je Benutzer": "solution: EUR per user",
    "Lösung: Kosten über die Jahre": "solution: cost over the years",
    "Lösung: EUR je Benutzer über die Jahre": "solution: EUR per user over the years",
    "Stichtag (Datum)": "as-of date",
    "Preisliste": "price list",
    "Stand der Preise": "date of the prices",
    "Quelle der Preise": "source of the prices",
    "Umsatzsteuer": "VAT",
    "Nutzungsjahre": "years of use",
    "Preis der Energie": "price of energy",
    "Preis einer Höheneinheit": "price of a rack unit",
    "Wartung pro Jahr": "maintenance per year",
    "Zins pro Jahr": "interest per year",
    "Wachstum der Benutzer pro Jahr": "growth of users per year",
    "Wachstum der GB je VM pro Jahr": "growth of GB per VM per year",
    "was Wachstum braucht, wird gekauft": "what growth takes is bought",
    "Nettopreise werden auf Cent gerundet": "net prices are rounded to cents",
    "jährlicher Anstieg der laufenden Kosten": "yearly rise of running costs",
    "laufende Kosten werden bezahlt": "running costs are paid",
    "Jahre der Abschreibung": "years of depreciation",
    "Preis des Profilspeichers": "price of the profile store",
    "heute pro Jahr bezahlt": "paid today per year",
    "Leasingfaktor": "lease factor",
    "Monate des Leasings": "months of the lease",
    "Leasing wird bezahlt": "lease is paid",
    "was geleast wird": "what is leased",
    "Wartung ist im Leasing enthalten": "maintenance is in the lease",
    "alles einmal Gekaufte": "all that is bought once",
    "gekauft: Kosten über die Jahre": "bought: cost over the years",
    "geleast: Kosten über die Jahre": "leased: cost over the years",
    "geleast: Rate je Monat": "leased: rate a month",
    "geleast: wie lange, und was": "leased: for how long, and what",
    "geleast: Kaufpreis davon": "leased: purchase price of it",
    "gekauft: EUR je Benutzer und Nutzungsmonat": "bought: EUR per user and month of use",
    "geleast: EUR je Benutzer und Nutzungsmonat": "leased: EUR per user and month of use",
    "Kauf oder Leasing": "buy or lease",
    "Teil des Profilspeichers": "part of the profile store",
    "Wechselkurse": "Exchange rates",
    "Währung": "currency",
    "übliche Grenze der Antwortzeit": "usual response time limit",
    "Lizenzmetrik": "licence metric",
    "Kerne je CPU mindestens": "least cores per CPU",
    "Kerne je Host mindestens": "least cores per host",
    "TB je Kern": "TB per core",
    "Mindestmenge je Bestellung": "least per order",
    "Paket": "pack",
    "CPUs je Host": "CPUs per host",
    "Kapazität GB": "capacity GB",
    "Ersatzlaufwerke je Block": "spare drives per block",
    "nutzbare Kapazität je Block": "usable capacity per block",
    "Benutzergruppe": "user group",
    "Lastfall": "case",
    "Gleichzeitigkeit": "concurrency",
    "Benutzer je VM": "users per VM",
    "Bausatz": "kit",
    "Laufwerk": "drive",
    "Teil": "part",
    "Beschreibung": "description",
    "Preis": "price",
    "Rabatt": "discount",
    "Datum": "date",
    "Quelle": "source",
    "Lieferant": "supplier",
    "Angebotsnummer": "quote number",
    "gültig bis": "valid until",
    "Menge": "quantity",
    "je": "per",
    "wie oft": "recurs",
    "erstes Jahr": "first year",
    "letztes Jahr": "last year",
    "Zahlungsweise": "paid",
    "Wartung fällig": "maintained",
    "Preis steigt": "rises",
    "Ebene 1 Laufwerk": "tier 1 drive",
    "Ebene 2 Laufwerk": "tier 2 drive",
    "Ebene 3 Laufwerk": "tier 3 drive",
    "einmal gekauft": "bought once",
    "jährlich": "per year",
    "monatlich": "per month",
    "nachschüssig": "in arrears",
    "vorschüssig": "in advance",
    "ja": "yes",
    "nein": "no",
    "Host": "host",
    "Erweiterung": "shelf",
    "Erweiterungen eines Blocks": "shelves of a block",
    "Block": "block",
    "einmalig": "once",
    "Benutzer": "user",
    "Laufwerk 1": "drive 1",
    "Laufwerk 2": "drive 2",
    "Laufwerk 3": "drive 3",
    "Cache-Laufwerk": "cache drive",
    "Cluster": "cluster",
    "Array": "array",
    "Server": "server",
    "Dienst": "service",
    "Jahr für Jahr": "by year",
    "sofort": "at once",
    "Entwurf": "design",
    "bestätigte Warnungen": "warnings acknowledged",
    "Grenze der Antwortzeit": "response time limit",
    "längste Startzeit": "longest boot time",
    "Kapazität, die frei bleiben muss": "capacity that must stay free",
    "RAM der Bereitstellungsserver": "RAM of the provisioning servers",
    "Betriebsstunden je Tag": "hours of use per day",
    "Größe eines Frontend-Schreib-I/O": "size of a front-end write",
    "auf die Laufwerke geschriebene MB/s, gemessen": "MB/s written to the drives, measured",
    "I/Os je Anmeldung": "I/Os per login",
    "Anmelderate, vorgegeben": "login rate, given",
    "Anmeldefenster": "login window",
    "Anteil der I/Os innerhalb davon": "share of the I/Os within it",
    "Reserveblöcke": "spare blocks",
    "RAM je Block": "RAM per block",
    "Kerne je Block": "cores per block",
    "GPUs je Host": "GPUs per host",
    "GB einer GPU": "GB of a GPU",
    "GPU-Karte": "GPU card",
    "Prozessor": "processor",
    "Kerne einer CPU": "cores of a CPU",
    "Leistung einer GPU": "power of a GPU",
    "GPUs einer Karte": "GPUs of a card",
    "W einer Karte": "W of a card",
    "RAM eines Hosts neben dem Array": "RAM of a host beside the array",
    "Kerne eines Hosts neben dem Array": "cores of a host beside the array",
    "Leistung eines Hosts neben dem Array": "power of a host beside the array",
    "Höheneinheiten eines Hosts neben dem Array": "rack units of a host beside the array",
    "Leistung eines Blocks ohne Laufwerke": "power of a block without drives",
    "Höheneinheiten je Block": "rack units per block",
    "Einschübe ohne Erweiterungen": "drive bays without shelves",
    "Einschübe einer Erweiterung": "drive bays of a shelf",
    "Leistung einer Erweiterung ohne Laufwerke": "power of a shelf without drives",
    "Höheneinheiten einer Erweiterung": "rack units of a shelf",
    "Ebene 1": "tier 1",
    "Ebene 2": "tier 2",
    "Ebene 3": "tier 3",
    "Flash-Cache": "flash cache",
    "EUR je Benutzer": "EUR per user",
    "EUR je Benutzer, gekauft": "EUR per user, bought",
    "EUR je Benutzer bei dieser Benutzerzahl": "EUR per user for these users",
    "EUR je Benutzer bei dieser Benutzerzahl, mit Umsatzsteuer": "EUR per user for these users, with VAT",
    "EUR je Benutzer über die Jahre": "EUR per user over the years",
    "EUR je Benutzer und Nutzungsmonat": "EUR per user and month of use",
    "EUR je Benutzer, mindestens": "EUR per user, at least",
    "EUR je VM für diese Benutzer": "EUR per VM for these users",
    "EUR je VM für diese Benutzer, mit Umsatzsteuer": "EUR per VM for these users, with VAT",
    "EUR je VM über die Jahre": "EUR per VM over the years",
    "EUR je Benutzer eines vollen Blocks": "EUR per user of a full block",
    "EUR je VM eines vollen Blocks": "EUR per VM of a full block",
    "Kaufpreis eines vollen Blocks": "purchase price of a full block",
    "Kaufpreis von allem für diese Benutzer": "purchase price of all for these users",
    "Gesamtpreis netto, EUR": "in all, EUR net",
    "Kaufpreis von allem für diese Benutzer, mit Umsatzsteuer": "purchase price of all for these users, with VAT",
    "Kosten über die Jahre": "cost over the years",
    "Kosten über die Jahre, mit Umsatzsteuer": "cost over the years, with VAT",
    "die Kosten über die Jahre enthalten": "the cost over the years holds",
    "Ausgelassen in den Kosten über die Jahre": "left out of the cost over the years",
    "Profilspeicher in den Kosten über die Jahre": "profile store in the cost over the years",
    "Kosten über die Jahre gegenüber dem ersten Entwurf": "cost over the years beyond that of the first design",
    "Amortisation gegenüber dem ersten Entwurf": "payback against the first design",
    "weiter wie heute, über die Jahre": "going on as today, over the years",
    "Kosten über die Jahre gegenüber „weiter wie heute“": "cost over the years beyond going on as today",
    "Amortisation gegenüber „weiter wie heute“": "payback against going on as today",
    "EUR je Benutzer, Teile je Server, Host oder Array": "EUR per user, parts per server, host or array",
    "EUR je Benutzer, Laufwerke": "EUR per user, drives",
    "EUR je Benutzer, Teile je Benutzer und je VM": "EUR per user, parts per user and per VM",
    "EUR je Benutzer, Teile für das ganze Projekt oder nach Paketen":
        "EUR per user, parts for the whole project, or by packs",
    "EUR je Benutzer, jährlich bezahlte Teile": "EUR per user, parts paid per year",
    "EUR je Benutzer, Energie": "EUR per user, energy",
    "EUR je Benutzer, Stellfläche": "EUR per user, rack space",
    "EUR je Benutzer, Wartung": "EUR per user, maintenance",
    "EUR je Benutzer, Profilspeicher": "EUR per user, profile store",
    "Entwürfe werden verglichen nach": "designs are compared by",
    "Benutzer insgesamt": "users, whole",
    "gleichzeitige VMs, aufgerundet": "concurrent VMs, whole",
    "VMs je Block": "VMs per block",
    "VMs je Host": "VMs per host",
    "VMs je Array": "VMs per array",
    "VMs je Server": "VMs per server",
    "VMs je Desktop": "VMs per desktop",
    "zu kaufende Blöcke": "blocks to buy",
    "Laufwerke aller Blöcke": "drives of all blocks",
    "Fehler": "errors",
    "Hardware": "hardware",
    "zu kaufende Hardware": "hardware to buy",
    "ein Host hat": "a host has",
    "ein Server hat": "a server has",
    "ein Desktop hat": "a desktop has",
    "ein Array hat": "an array has",
    "nächste Grenze": "next limit",
    "Grenze eines Hosts": "limit of one host",
    "Hinweise der Prüfungen": "what the checks say",
    "beurteilte Ziele und Grenzen": "targets and limits judged",
    "Arrays und die Hosts daneben": "arrays and the hosts beside them",
    "im Kauf nicht enthalten": "not included in the purchase",
    "in den Kosten über die Jahre nicht enthalten": "not included in the cost over the years",
    "ältester Preis der Stückliste": "oldest price of the bill",
    "ältester Preis der Stückliste von": "oldest price on the bill of",
    "davon ohne Angebotsnummer": "of these without a quote number",
    "Hosts eines vollen Blocks": "hosts of a full block",
    "Profilspeicher: Kapazität mit seiner Reserve": "profile store: capacity with its reserve",
    "EUR je VM": "EUR per VM",
    "IOPS je VM, Dauerbetrieb": "steady IOPS per VM",
    "vCPU je VM": "vCPU per VM",
    "RAM je VM": "RAM per VM",
    "GB je VM": "GB per VM",
    "kein Preis der Stückliste ist 0": "no price on the bill is 0",
    "jedes Teil hat einen Preis": "every part has a price",
    "die ausgelegten Laufwerke stehen in der Stückliste, je Laufwerk ihrer Ebene":
        "the drives that are sized are on the bill, per drive of their tier",
    "die Hosts neben einem Array stehen in seiner Stückliste, je Host":
        "the hosts beside an array are on its bill, per host",
    "der Block selbst steht in der Stückliste, je Block oder Host":
        "the block itself is on the bill, per block or host",
    "Watt und Höheneinheiten sind bekannt, wo Energie und Stellfläche einen Preis haben":
        "watts and rack units are known where energy and rack space have a price",
    "jedes jährlich bezahlte Teil wird bis zum Ende der Nutzungsjahre bezahlt":
        "every part that is paid per year is paid to the end of the years of use",
    "jedes Teil der Stückliste lässt sich zählen":
        "every part on the bill can be counted",
    "die ausgelegten Erweiterungen stehen in der Stückliste, je Erweiterung":
        "the shelves that are sized are on the bill, per shelf",
    "jeder Preis der Stückliste hat ein Datum": "every price on the bill has a date",
    "kein Preis der Stückliste ist nach dem Stichtag datiert": "no price on the bill is dated after the as-of date",
    "kein Preis der Stückliste liegt nach dem letzten Tag seines Angebots":
        "no price on the bill is past the last day of its offer",
    "jeder Preis der Stückliste hat eine Quelle": "every price on the bill has a source",
    "kein Preis": "no price",
    "nicht bekannt": "not known",
    "andere Benutzer": "other users",
    "nicht angegeben": "not given",
    "keine": "none",
    "keiner": "none",
    "nie": "never",
    "nur der Kauf": "the purchase alone",
    "nur den Kauf": "the purchase alone",
    "der Kauf allein": "the purchase alone",
    "Wie viele Laufwerke, wie viele virtuelle Desktops (VMs) und wie viel EUR je VM: für "
    "HDD, SSD und Hybridspeicher nebeneinander.": (
        "How many drives, how many virtual desktops (VMs), and how many EUR per VM: for HDD, "
        "SSD and hybrid storage side by side."
    ),
    "Was für einen Benutzer gekauft wird, EUR": "What is bought for a user, EUR",
    "Bekannt von dem, was je Benutzer gekauft wird, EUR": "Known of what is bought for a user, EUR",
    "Woraus sich EUR je Benutzer zusammensetzen": "What EUR per user are made of",
    "EUR je VM: kein Balken heißt, dass ein Preis fehlt, oder dass der Entwurf einen "
    "Fehler hat.":
        "EUR per VM: no bar means that a price is missing, or that the design has an error.",
    "noch kein Diagramm: Der Befehl compare zeichnet es, sobald ein Entwurf alle Preise hat.":
        "no chart yet: compare draws it as soon as a design has all its prices.",
    "EUR je VM: noch kein Diagramm: Der Befehl compare zeichnet es, sobald eine Stückliste alle Preise hat.":
        "EUR per VM: no chart yet: compare draws it as soon as a bill has all its prices.",
    "SHA-256 der Eingaben, mit denen sie erzeugt wurde": "SHA-256 of the inputs it was made with",
    "SHA-256 der Formeln der anderen Blätter": "SHA-256 of the formulas of the other sheets",
    "SHA-256 der Preise, mit denen sie erzeugt wurde": "SHA-256 of the prices it was made with",
    "ihr SHA-256, den check ausgibt": "its SHA-256, which check prints",
    "Eine Datei kann ihren eigenen Hash nicht enthalten: vdi-sizing check gibt ihn aus, "
    "und er kann unten eingetragen werden.": (
        "A file cannot hold its own hash: vdi-sizing check prints it, and it can be written "
        "below."
    ),
    "für Laufwerke mit RAID 5 oder 6, die mehr als die Hälfte der Zeit beschäftigt sind, "
    "ist kein Antwortzeitziel gesetzt": (
        "no response target is set on RAID 5 or 6 drives that are busy for more than half of "
        "the time"
    ),
    "Blöcke, Käufe und Kosten je Jahr, wenn Benutzer oder GB wachsen":
        "blocks, purchases and cost by year, if users or GB grow",
    "die Stückliste jedes Entwurfs, mit Preisen": "the bill of each design, priced",
    "die Preise sind nicht veraltet": "the prices are not old",
    "Preise darin": "prices in it",
    "der Profilspeicher wird gekauft, oder nach GB und Monat bezahlt":
        "the profile store is bought, or paid by GB and month",
    "Eingabe: Kunde, Datum, Preisliste, Umsatzsteuer, Sätze": "input: customer, date, price list, VAT, rates",
    "Regler: Benutzer, IOPS, Wachstum, Preise; was aus einem Entwurf wird":
        "dials: users, IOPS, growth, prices; what becomes of a design",
    "was das Ergebnis am stärksten bewegt; Preisausblick": "what moves the result most; price outlook",
    "Kosten (netto, sofern nicht anders angegeben)": "Cost, net unless said otherwise",
    "Kosten über die Jahre (netto, sofern nicht anders angegeben)": "Cost over the years, net unless said otherwise",
    "Preise": "prices",
    "davon ohne letzten Tag": "of these without a last day",
    "das erste ohne Angebotsnummer oder letzten Tag": "the first without a quote number or a last day",
    "Jede Zahl ist eine Formel der Tabelle, außer in 4 Zeilen von Evidence.":
        "Every number is a native formula, but for 4 rows of Evidence.",
    "EUR netto": "EUR net",
    "insgesamt": "in all",
    "am Anfang": "at the start",
    "Wert am Anfang": "worth at the start",
    "Jahre seit dem Anfang": "years since the start",
    "Kauf": "purchase",
    "jährlich bezahlte Teile": "parts paid per year",
    "Energie": "energy",
    "Stellfläche": "rack space",
    "Wartung": "maintenance",
    "Profilspeicher": "profile store",
    "alles, was bezahlt wird": "all that is paid",
    "Abzinsungsfaktor: was 1 EUR am Anfang wert ist": "discount factor: what 1 EUR is worth at the start",
    "Abschreibung des Kaufs, linear": "depreciation of the purchase, straight-line",
    "Es geht auf": "It adds up",
    "es geht auf: jeder Unterschied ist 0,00": "it adds up: each difference is 0.00",
    "Energie, Wert am Anfang": "energy, worth at the start",
    "Stellfläche, Wert am Anfang": "rack space, worth at the start",
    "Wartung, Wert am Anfang": "maintenance, worth at the start",
    "Profilspeicher, Wert am Anfang": "profile store, worth at the start",
    "jährlich bezahlte Teile, Wert am Anfang": "parts paid per year, worth at the start",
    "Abschreibung aller Jahre": "depreciation of all years",
    "Woraus es berechnet ist": "What it is worked out from",
    "betrachteter Entwurf": "design varied",
}  # fmt: skip
"""What stands in a cell by itself."""

PHRASES: dict[str, str] = {
    " Monate, ": " months, ",
    " Raten vorschüssig: ": " rates in advance: ",
    " Raten nachschüssig: ": " rates in arrears: ",
    ": alles je Block, Erweiterung, Host, Laufwerk oder GPU-Karte Abgerechnete":
        ": all that is billed per block, shelf, host, drive or GPU card",
    ": alles einmal Gekaufte": ": all that is bought once",
    " ist eine Lösung für ": " is one solution for ",
    "keine EUR, da die eines Teils nicht bekannt sind": "no EUR, as those of a part are not known",
    "jeder Teil erfüllt jedes Ziel": "each part meets every target",
    "kein Teil verfehlt ein Ziel oder verletzt eine Grenze": "no part misses a target or exceeds a limit",
    "nicht von jedem Teil ist bekannt, dass er seine Ziele erfüllt": "not every part is known to meet its targets",
    ". Jeder Teil hat seine eigene Antwort.": ". Each part has its own answer.",
    "am Anfang": "at the start",
    "Ende von Jahr ": "end of year ",
    "gekauft, EUR, ": "EUR bought, ",
    "hinzugekommene laufende Kosten, Jahr ": "running costs added, year ",
    "hinzugekommene jährliche Teile, Jahr ": "parts per year added, year ",
    "Benutzer, Jahr ": "users, year ",
    "insgesamt, ": "in all, ",
    ", EUR netto": ", EUR net",
    "EUR je Benutzer über ": "EUR per user over ",
    "EUR je Benutzer, ": "EUR per user, ",
    "EUR je Benutzer ≥": "EUR per user ≥",
    " EUR je Benutzer": " EUR per user",
    "Virtuelle Desktops für mehrere Gruppen von Benutzern": "Virtual desktops for several groups of users",
    "Virtuelle Desktops für ": "Virtual desktops for ",
    " Benutzer, ": " users, ",
    " VMs gleichzeitig": " VMs at a time",
    " ist der günstigste Entwurf": " is the cheapest design",
    " ist der einzige Entwurf": " is the only design",
    " ist der günstigste beurteilte Entwurf": " is the cheapest judged design",
    " ist der einzige beurteilte Entwurf": " is the only judged design",
    " ist der günstigste mit Preisen versehene Entwurf": " is the cheapest priced design",
    " ist der einzige mit Preisen versehene Entwurf": " is the only priced design",
    " ist der günstigste vollständig kalkulierte Entwurf": " is the cheapest costed design",
    " ist der einzige vollständig kalkulierte Entwurf": " is the only costed design",
    ", der alle Ziele erreicht:": " that meets every target:",
    ", der kein Ziel verfehlt:": " that misses no target:",
    ", der keine Grenze verletzt (kein Ziel gesetzt):": " that exceeds no limit (no target is set):",
    " Entwürfe, die kein Ziel verfehlen, kosten gleich viel:": " designs that miss no target cost the same:",
    ", etwa ": ", about ",
    " EUR insgesamt": " EUR in all",
    ", unter 1 EUR insgesamt": ", under 1 EUR in all",
    " weniger als ": " less than ",
    " (Preis nicht bekannt)": " (its price is not known)",
    " EUR je Benutzer ohne ": " EUR per user without ",
    " Jahre ohne ": " years without ",
    "; EUR ohne ": "; EUR without ",
    " ist unter den bekannten am günstigsten ": " the cheapest of those known is ",
    " am günstigsten ist ": " the cheapest is ",
    ", und nicht ": ", and not ",
    " sind die Kosten nicht bekannt von ": " the cost is not known of ",
    " Entwürfen": " designs",
    "Das beruht auf ": "It rests on ",
    " von ": " of ",
    " beurteilten Zielen und Grenzen.": " targets and limits judged.",
    "Noch nicht endgültig: Ein Entwurf hat einen Fehler.": "Not final: a design has an error.",
    "Die Entwürfe tragen verschiedene Benutzer: Lesen Sie jeden für sich, nicht gegen die "
    "anderen.":
        "The designs carry different users: read each by itself, not against the others.",
    "Comparison zählt die Teile einer Lösung zusammen.": "Comparison adds up the parts of a solution.",
    "Keine Antwort: Jeder Entwurf hat eine falsche Eingabe. Seine Karte sagt, welche, "
    "Checks, wie man sie berichtigt.":
        "No answer: each design has a wrong input. Its card says which, Checks how to mend it.",
    "Kein Entwurf erreicht alle Ziele und Grenzen.": "No design meets every target and limit.",
    "Von keinem Entwurf weiß man, dass er alle Ziele und Grenzen erreicht.":
        "Of no design it is known that it meets every target and limit.",
    "Für keinen Entwurf, der Ziele und Grenzen einhält, ist ein Kaufpreis bekannt.":
        "No design that keeps its targets and limits has a purchase price.",
    "Für keinen Entwurf, der Ziele und Grenzen einhält, sind die Kosten über die Jahre bekannt.":
        "Of no design that keeps its targets and limits the cost over the years is known.",
    "ein Entwurf · ": "one design · ",
    " Entwürfe im Vergleich": " designs compared",
    "Auslegung vom ": "sizing of ",
    "ältester Preis vom ": "oldest price of ",
    "Preise verschiedenen Datums": "prices of different dates",
    "der erste Preis ist abgelaufen seit ": "the first price expired since ",
    "der erste Preis läuft ab am ": "the first price expires on ",
    "andere haben keinen letzten Tag": "others have no last day",
    ", netto": ", net",
    "am günstigsten über ": "cheapest over ",
    " unter denen mit bekannten Kosten, ": " of those costed, ",
    "im Kauf am günstigsten unter denen mit Preis, ": "cheapest to buy of those priced, ",
    "am günstigsten unter denen mit Preis, ": "cheapest of those priced, ",
    "im Kauf am günstigsten, ": "cheapest to buy, ",
    "am günstigsten, ": "cheapest, ",
    "kostet weniger, aber: ": "costs less, but: ",
    "RAM, Kerne, ": "RAM, cores, ",
    "Einschübe, ": "drive bays, ",
    "Kapazität, ": "capacity, ",
    "kein Ziel: ": "no target: ",
    " Ziel: ": " target: ",
    " Ziele: ": " targets: ",
    " kostet er ": " it costs ",
    " EUR weniger als „weiter wie heute“.": " EUR less than going on as today.",
    " EUR mehr als „weiter wie heute“.": " EUR more than going on as today.",
    "alle Ziele erreicht": "meets every target",
    "kein Ziel verfehlt": "misses no target",
    "keine Grenze verletzt (kein Ziel gesetzt)": "exceeds no limit (no target is set)",
    "; kein Preis": "; no price",
    "; keine EUR zum Vergleichen": "; no EUR to compare",
    ", aber: ": ", but: ",
    " anderes Teil": " other part",
    " andere Teile": " other parts",
    "(durch GPU)": "(by GPU)",
    "; Antwortzeit nicht bekannt": "; response time not known",
    "; Antwortzeit teilweise bekannt": "; response time known in part",
    "nicht beurteilt: ": "not judged: ",
    "es fehlt der Preis von ": "it lacks the price of ",
    "über die Jahre fehlt ": "over the years it lacks ",
    "Fehler: ": "error: ",
    ": Fehler x ": ": error x ",
    "Benötigt: ": "It takes ",
    " Hosts": " hosts",
    " Host": " host",
    " Arrays": " arrays",
    " Array": " array",
    " Desktops": " desktops",
    " Desktop": " desktop",
    ", die ein Dienst betreibt.": ", which a service runs.",
    " Cluster": " clusters",
    " Laufwerke": " drives",
    " Laufwerk": " drive",
    " und ": " and ",
    " in Reserve": " in reserve",
    ", durch ": ", by ",
    " durch ": " by ",
    " je host": " each",
    "Ein Host trägt ": "One host carries ",
    "Ein Server trägt ": "One server carries ",
    "Ein Array trägt ": "One array carries ",
    "begrenzt durch": "limited by",
    " VMs. Grenze: ": " VMs, limited by: ",
    "nächste Grenze: keine": "next limit: none",
    "nächste Grenze: ": "next limit: ",
    " bei ": " at ",
    "Aber: ": "But: ",
    "Für Deltas u. a. frei: ": "Free for deltas and the like: ",
    " MB je VM.": " MB per VM.",
    " Kerne": " cores",
    " GPU mit ": " GPU of ",
    " GPUs mit je ": " GPUs of ",
    "keines; übliche Grenze ": "none; usual limit ",
    "Mittelwert innerhalb ": "mean within ",
    "im Mittel innerhalb ": "mean within ",
    " innerhalb ": " within ",
    "; nicht beurteilt": "; not judged",
    " % sind es": " % are",
    " Start je Minute": " boot per minute",
    " Starts je Minute": " boots per minute",
    "Kerne: ": "cores: ",
    "Kerne ": "cores ",
    "Kapazität ": "capacity ",
    "Bedarf; ": "demand; ",
    " Entwürfe: ": " designs: ",
    "EUR sind netto und gelten für den Kauf.": "EUR are net, and of what is bought.",
    "EUR sind netto und gelten für alle Nutzungsjahre zu ihrem Barwert; die Balken für "
    "den Kauf.":
        "EUR are net, and of all years of use at their present value; bars are what is bought.",
    "Im Kauf nicht enthalten: ": "Not included in the purchase: ",
    "Umsatzsteuer": "VAT",
    " (mit ihr: Comparison)": " (with it: Comparison)",
    "; außerhalb der Stückliste: ": "; beyond the bill: ",
    "Die Kosten über ": "The cost over ",
    " enthalten: ": " holds: ",
    "; nicht enthalten: ": "; not included: ",
    "nicht enthalten: ": "not included: ",
    "jährlich bezahlte Teile": "parts paid per year",
    "Kauf": "purchase",
    "Energie": "energy",
    "Stellfläche": "rack space",
    "Wartung": "maintenance",
    "Profilspeicher mit ": "profile store of ",
    "Profilspeicher": "profile store",
    " bei Anmeldung)": " at login)",
    "(nur bei ": "(only with ",
    "In den EUR jedes Entwurfs: ": "In the EUR of every design: ",
    "Nur in den Kosten über die Jahre: ": "In the cost over the years alone: ",
    "Antwortzeiten sind die der Laufwerke; ": "Response times are those of the drives; ",
    "Für die Benutzer nicht angegeben und daher nicht berücksichtigt: ":
        "Not given for the users, and so not taken into account: ",
    "Mit ": "With ",
    " % mehr IOPS im Dauerbetrieb kostet ein Benutzer at ": " % more steady IOPS a user of ",
    ", wie jetzt; ": ", as now; ",
    "Hosts bestimmt durch: ": "hosts decided by: ",
    " EUR im Kauf": " EUR to buy",
    " % mehr ": " % more ",
    " je VM: ": " per VM: ",
    " EUR über ": " EUR over ",
    "Über ": "Over ",
    " über ": " over ",
    "Ob er dann Ziele und Grenzen einhält: What if.": "Whether it then keeps its targets and limits: What if.",
    "Angenommenes Wachstum: Benutzer ": "Growth assumed: users ",
    " % und GB je VM ": " % and GB per VM ",
    " % pro Jahr, für ": " % a year, for ",
    "; gekauft wird, was es braucht, Jahr für Jahr.": "; what it takes is bought by year.",
    "; gekauft wird, was es braucht, sofort.": "; what it takes is bought at once.",
    "Alles oben gilt für die Benutzer am Anfang.": "All above is for the users at the start.",
    "Damit kostet, jeder Block wie am Anfang, ohne weitere Laufwerke, ": (
        "With it, each block as at the start, without further drives, "
    ),
    " unter den bekannten am günstigsten: ": " costs least of those known: ",
    " am günstigsten: ": " costs least: ",
    " EUR je Benutzer des letzten Jahres, ": " EUR per user of the last year, ",
    "Auch ohne das Fehlende: Entwurf ": "Even without what it lacks, design ",
    " kostet mehr als der günstigste vollständige.": " costs more than the cheapest complete one.",
    "Auch ohne das, was ihnen fehlt, kosten ": "Even without what they lack, ",
    " Entwürfe mehr als der günstigste vollständige.": " designs cost more than the cheapest complete one.",
    " I/Os je Start bei den IOPS der Blöcke": " I/Os per boot at the blocks' IOPS",
    "Kauf ist günstiger um ": "buying is cheaper by ",
    "Leasing ist günstiger um ": "leasing is cheaper by ",
    "beides kostet gleich viel, bei ": "both cost the same, with ",
    " EUR, bei ": " EUR, with ",
    " Monatsraten": " monthly rates",
    "nach dem, was Jahr 1 spart, aber teurer ": "by what year 1 saves, but dearer ",
    "nicht durch die Ersparnis von Jahr 1, aber günstiger ": "not by what year 1 saves, but cheaper ",
    "Alle Entwürfe: ": "All designs: ",
    "Jahre": "years",
    "Jahr": "year",
    "günstiger im Kauf, ": "cheaper to buy, ",
    "teurer im Betrieb (Jahr 1), ": "dearer to run (year 1), ",
    "günstiger über ": "cheaper over ",
    "teurer über ": "dearer over ",
    "gleich teuer über ": "the same over ",
    "länger als ": "not within ",
    "sofort, aber ": "at once, but ",
    "Preis: ": "price of ",
    "Watt: ": "watts of ",
    "Höheneinheiten eines Blocks oder eines Hosts": "rack units of a block or a host",
    "Höheneinheiten eines Blocks": "rack units of a block",
    "Höheneinheiten ": "rack units ",
    "die Anzahl von ": "the number of ",
    " in der Stückliste": " on the bill",
    " Benutzern)": " users)",
    "; Image per ": "; image by ",
    "Grenzen über ": "Limits above ",
    " VMs haben keinen Balken: ": " VMs have no bar: ",
    "Ebene ": "tier ",
    "Kurve in der Farbe des Entwurfs; ": "The colour of a design is that of its curve; ",
    "Version ": "version ",
    "vdi-sizing check vergleicht alles, was ein Leser sieht ": "vdi-sizing check compares all that a reader sees ",
    "nicht endgültig: Ein Fehler ist noch zu beheben, siehe Checks": "not final: an error is open, see Checks",
}  # fmt: skip
"""What stands within a text; the longest is read first."""

_DATE = re.compile(r"\b(\d{1,2})\.(\d{1,2})\.(\d{4})\b")
_HEAVIER = re.compile(r" % mehr IOPS im Dauerbetrieb kostet ein Benutzer bei (.+?) (\d[\d\u00a0]* EUR)")
_SERVERS = re.compile(r"(?<=\d) Server\b(?! [A-Z])")
"""As many as are bought; other servers are parts, such as a licence of Windows Server."""
_SHELVES = re.compile(r" mit (\d+) Erweiterung(en)?(?: je (\w+))?")
_LABELS = {**german_sheets.SHEETS, **LABELS}
_PHRASES = sorted({**german_sheets.PHRASES, **PHRASES}.items(), key=lambda phrase: -len(phrase[0]))


def in_english(text: object) -> str:
    """A label or a choice that stands by itself in English; what is no German one stays as it is."""
    said = "" if text is None else str(text)
    return _LABELS.get(said) or _of_year(said) or said


_OF_YEAR = re.compile(
    r"(?:(.+), )?(am Anfang|(?:Ende von )?Jahr (\d+)|in (\d+) Jahr(?:en)?)(, im Diagramm|, als Balken)?$"
)
_SHOWN = {", im Diagramm": ", on the chart", ", als Balken": ", as a bar"}


def _of_year(said: str) -> str | None:
    """A row or a column of a year; None where it is none."""
    found = _OF_YEAR.match(said)
    if found is None:
        return None
    called, when, year, later, shown = found.groups()
    of = german_sheets.OF_YEARS.get(called) or _LABELS.get(called or "")
    if called and of is None:
        return None
    english = f"year {year}" if year else "at the start"
    if later:
        english = f"in {later} year{'' if later == '1' else 's'}"
    end = "end of " if when.startswith("Ende von") else ""
    return f"{of + ', ' if of else ''}{end}{english}{_SHOWN.get(shown, '')}"


def line_in_english(text: str) -> str:
    """A text of a German page, phrase by phrase."""
    return _LABELS.get(text) or _STAYS.sub(_which_stays, _read(text))


_STAYS = re.compile(r"bestimmende Grenze bleibt: ([^;]+)")


def _which_stays(found: re.Match[str]) -> str:
    """The limit is called as its label is."""
    return f"binding limit stays: {in_english(found[1])}"


_WARNINGS = sorted(
    {**{f"{d[0].upper()}{d[1:]}": f"{e[0].upper()}{e[1:]}" for d, e in WARNINGS.items()}, **WARNINGS}.items(),
    key=lambda said: -len(said[0]),
)
_WITHOUT_PRICE = re.compile(r"Auch ohne den Preis von ([^\n]+?): Entwurf ")
_FIRST_MARK = 0xE000
"""Of the characters that nobody types: each stands for a warning while phrases are read, which would read into it."""


_OF_AN_END = re.compile(r"(niedrig|hoch): ([^;\n]+)")


def _end_in_english(found: re.Match[str]) -> str:
    """Why a bar does not move at one end: words that elsewhere stand by themselves."""
    return f"{in_english(found[1])}: {in_english(found[2])}"


def _read(text: str) -> str:
    text = _OF_AN_END.sub(_end_in_english, text)
    for mark, (german, _) in enumerate(_WARNINGS, _FIRST_MARK):
        text = text.replace(german, chr(mark))
    return re.sub("[\ue000-\uf8ff]", lambda found: _WARNINGS[ord(found[0]) - _FIRST_MARK][1], _read_phrases(text))


def _with_shelves(found: re.Match[str]) -> str:
    per = f" per {found[3].lower()}" if found[3] else ""
    return f" with {found[1]} {'shelves' if found[2] else 'shelf'}{per}"


def _read_phrases(text: str) -> str:
    text = _HEAVIER.sub(r" % more steady IOPS a user of \1 costs \2", text)
    text = _WITHOUT_PRICE.sub(r"Even without the price of \1, design ", text)
    text = _SERVERS.sub(" servers", text)
    text = _SHELVES.sub(_with_shelves, text)
    for german, english in _PHRASES:
        text = text.replace(german, english)
    return _DATE.sub(lambda found: f"{found[3]}-{int(found[2]):02}-{int(found[1]):02}", text)

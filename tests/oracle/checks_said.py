"""What the checks say where they fail, in German and in English; what they name behind a colon is not here."""

from __future__ import annotations

WARNINGS: dict[str, str] = {
    "eine Eingabe ist nicht gültig": "an input is not valid",
    "Lastfall, ein Laufwerk oder ein RAID-Level steht nicht auf seinem Blatt":
        "its load case, a drive or a RAID level does not stand on its sheet",
    "ein Laufwerk hat keine Anzahl oder eine Anzahl kein Laufwerk, oder Kerne haben keine vCPU je Kern":
        "a drive has no number or a number no drive, or cores have no vCPU per core",
    "Anteile an Lese-I/Os, Schreib-I/Os oder Kapazität sind für einige genutzte Ebenen angegeben und für andere nicht":
        "shares of reads, of writes or of capacity are given for some tiers in use and not for others",
    "etwas liegt auf einer Ebene, die keine Laufwerke hat": "something lives on a tier that has no drives",
    "ein Block trägt keine VM, oder nichts begrenzt, wie viele": "a block carries no VM, or nothing limits how many",
    "die Anteile der Ebenen an Lese-I/Os, Schreib-I/Os oder Kapazität ergeben zusammen nicht 1":
        "the tiers' shares of reads, writes or capacity do not add up to 1",
    "die vorgegebene Anzahl der Laufwerke passt nicht zu ihrem RAID-Level":
        "the number of drives given does not suit their RAID level",
    "ein einzelner Server kann die Anordnung seiner Laufwerke nicht bilden":
        "one server cannot form the layout of its drives",
    "die Laufwerke passen nicht in die Einschübe": "the drives do not fit into the bays",
    "die berechneten Laufwerke tragen weniger VMs als die, für die sie berechnet wurden":
        "the drives counted carry fewer VMs than they were counted for",
    "diese Laufwerke können das Antwortzeitziel überhaupt nicht erreichen":
        "these drives cannot meet the response target at all",
    "die Last eines Blocks sättigt einige seiner Laufwerke": "the load of a block saturates some of its drives",
    "die mittlere Antwortzeit liegt über der Grenze": "the mean response time is beyond the limit",
    "für Flash, dessen Controller und Netze das Modell nicht kennt, ist ein Antwortzeitziel gesetzt":
        "a response target is set on flash, whose controllers and networks the model does not know",
    "für Laufwerke mit RAID 5 oder 6, die mehr als die Hälfte der Zeit beschäftigt sind, ist ein Antwortzeitziel "
    "gesetzt":
        "a response target is set on RAID 5 or 6 drives that are busy for more than half of the time",
    "die Laufwerke tragen den stärksten Moment des Anmeldesturms nicht":
        "the drives do not carry the busiest moment of the login storm",
    "ein voller Block lässt weniger Kapazität frei, als frei bleiben muss":
        "a full block leaves less capacity free than must stay free",
    "keine VM des Lastfalls speichert etwas: die Kapazität begrenzt nichts":
        "no VM of the case stores anything: capacity limits nothing",
    "eine Benutzergruppe hat keine GB je VM, wo andere sie haben: ihre VMs speichern nichts":
        "a user group has no GB per VM where others have: its VMs store nothing",
    "Benutzer teilen sich VMs, und ihr Profil ist das eines Desktops: was es sagt, zählt einmal je VM, nicht für "
    "jeden Benutzer":
        "users share VMs, and their profile is that of a desktop: what it says counts once per VM, not for each user",
    "Benutzer gehören zu einem Lastfall, den kein Entwurf trägt: sie sind in keiner Zahl berücksichtigt":
        "users are of a load case that no design carries: they are in no number",
    "der RAM der Bereitstellungsserver fasst das Image nicht": "the provisioning servers' RAM does not hold the image",
    "auf die Laufwerke wird mehr geschrieben, als ihr Nennwert zulässt":
        "more is written to the drives than they are rated for",
    "der Vergleich mischt Laufwerke zweier Generationen": "the comparison mixes drives of two generations",
    "die Last liegt weit von der, für die die VMs gemessen wurden; ihre Anzahl wurde auf eine schwerere Last "
    "heruntergerechnet und gilt auch für eine leichtere":
        "the load is far from that of the measured VM count, which was scaled down to a heavier one and stands for a"
        " lighter one",
    "die Laufwerke der Stückliste, je Laufwerk ihrer Ebene, sind nicht die ausgelegten Laufwerke":
        "the drives on the bill, per drive of their tier, are not the drives that are sized",
    "ein Teil der Stückliste kostet nichts": "a part on the bill costs nothing",
    "Teile ohne Preis": "parts without a price",
    "ein Ziel ist nicht beurteilt": "a target is not judged",
    "das RAM der Hosts oder der VMs ist nicht angegeben: es begrenzt nichts":
        "the RAM of the hosts or of the VMs is not given: nothing is limited by it",
    "die Kerne der Hosts oder die vCPU der VMs sind nicht angegeben: sie begrenzen nichts":
        "the cores of the hosts or the vCPU of the VMs are not given: nothing is limited by them",
    "die Einschübe eines Blocks sind nicht angegeben: ob seine Laufwerke hineinpassen, ist nicht geprüft":
        "the drive bays of a block are not given: whether its drives fit is not checked",
    "niemand sagt, was die VMs einer Benutzergruppe schreiben: es zählt als 0 GB":
        "nobody says what the VMs of a user group write: it counts as 0 GB",
    "Hosts haben GPUs, und kein Teil der Stückliste heißt GPU oder NVIDIA: in den EUR fehlen sie vielleicht":
        "hosts have GPUs, and no part on the bill is called GPU or NVIDIA: the EUR may lack them",
    "GB einer GPU sind nicht angegeben und begrenzen nichts": "GB of a GPU are not given and limit nothing",
    "die Hardware ist angenommen, noch ohne Angebot": "the hardware is assumed, and not yet that of an offer",
    "eine Ebene des Clusters hat die Anordnung eines einzelnen Servers, die mit ihrem Host verloren geht":
        "a tier of the cluster has a layout of a single server, which is lost with its host",
    "die Ebenen des Clusters haben Anordnungen verschiedener Produkte, die keinen Cluster bilden":
        "the tiers of the cluster have layouts of different products, which form no cluster",
    "der größte Cluster hat weniger Hosts, als seine Anordnung und seine Reserve brauchen":
        "the largest cluster has fewer hosts than its layout and its reserve need",
    "ein größter Cluster ist für einen Block angegeben, der kein Cluster ist: er zählt nicht":
        "a largest cluster is given for a block that is no cluster: it counts for nothing",
    "der angegebene größte Cluster ist größer, als seine Anordnungen bilden können: der seiner Anordnungen zählt":
        "the largest cluster given is larger than its layouts can form: that of its layouts counts",
    "fällt ein Host aus, tragen die übrigen nicht alle Benutzer":
        "the hosts do not carry their users while one of them is lost",
    "Hosts neben einem Array sind angegeben und zählen nicht: der Block ist kein Array, oder sie haben weder RAM "
    "noch Kerne":
        "hosts beside an array are given and are ignored: the block is no array, or they have neither RAM nor cores",
    "ein Host neben dem Array hat zu wenig für eine VM": "a host beside the array has too little for one VM",
    "nichts sagt, wie viele Hosts die VMs neben dem Array brauchen: sie verlangen weder RAM noch vCPU":
        "nothing says how many hosts beside the array the VMs take: they ask for no RAM and no vCPU",
    "eine VM einer Benutzergruppe passt auf keinen Host": "a VM of a user group fits on no host",
    "eine Zahl, die gemessen ist oder besser bekannt als berechnet, hat keine Quelle":
        "a number that is measured, or known better than computed, has no source",
    "eine Image-Bereitstellung oder ein Profilspeicher lässt offen, was keine Quelle sagt: es zählt als nichts, die "
    "I/Os wie zuvor":
        "an image delivery or a profile store leaves open what no source says: it counts as nothing, I/O as before",
    "der Profilspeicher ist zu kaufen, und sein Teil steht nicht in der Stückliste":
        "the profile store is to be bought, and its part is not on the bill",
    "Profile liegen in den Blöcken, und daneben ist ein Profilspeicher eingetragen: er zählt in keinem Block":
        "profiles stand in the blocks, and a profile store is entered beside them: it counts in no block",
    "der Profilspeicher wird gekauft und nach GB und Monat bezahlt: er zählt doppelt":
        "the profile store is bought and paid by GB and month: it counts twice",
    "ausgelegte Laufwerke stehen nicht in der Stückliste, je Laufwerk ihrer Ebene":
        "drives that are sized are not on the bill, per drive of their tier",
    "Hosts neben dem Array sind ausgelegt und stehen nicht in der Stückliste, je Host":
        "hosts beside the array are sized and not on the bill, per host",
    "der Block selbst, der Server oder das Array, ist ausgelegt und steht nicht in der Stückliste, je Block oder Host":
        "the block itself, the server or the array, is sized and not on the bill, per block or host",
    "für die VMs eines Arrays ist kein Host ausgelegt: seine EUR sind die des Speichers allein":
        "no host is sized for the VMs of an array: its EUR are those of the storage alone",
    "je VM und je Benutzer wird weniger abgerechnet als für einen anderen Entwurf: eine Lizenz fehlt vielleicht oder"
    " wird anders bezahlt":
        "less is billed per VM and per user than for another design: a licence may be missing, or be paid otherwise",
    "eigene Zeilen der Stückliste treten an die Stelle aller Teile seines Bausatzes: einige davon werden nicht mehr "
    "abgerechnet":
        "rows of its own on the bill take the place of all parts of its kit: some of these are not billed any more",
    "ein Teil der Stückliste lässt sich nicht zählen":
        "a part of the bill cannot be counted",
    "Erweiterungen stehen nicht in der Stückliste":
        "shelves are not on the bill",
    "die Preise sind älter als die Grenze": "the prices are older than the limit",
    "Energie oder Stellfläche hat einen Preis, aber Watt oder Höheneinheiten sind nicht bekannt: es gibt keine "
    "Kosten über die Jahre":
        "energy or rack space has a price, but watts or rack units are not known: there is no cost over the years",
    "ein jährliches Teil beginnt nach den Nutzungsjahren, oder endet vor ihnen: außerhalb seiner Jahre zählt es nicht":
        "a part per year begins after the years of use, or ends before they do: outside its years it counts for "
        "nothing",
    "die Zahlungen je Jahr ergeben abgezinst nicht die Kosten über die Jahre":
        "the payments by year, discounted, do not come to the cost over the years",
    "die Stückliste nennt einen Entwurf, den es nicht gibt": "the bill names a design that does not exist",
    "ein Teil der Stückliste steht nicht auf dem Blatt Cost, oder seine Summen weichen ab: führen Sie vdi-sizing "
    "compare aus, das Platz schafft":
        "a part of the bill is not on the Cost sheet, or its sums differ: run vdi-sizing compare, which makes room",
    "für den Preis eines Teils ist kein Wechselkurs bekannt": "no exchange rate is known for the price of a part",
    "ein Preis der Stückliste hat kein Datum": "a price on the bill has no date",
    "ein Preis der Stückliste ist nach dem Stichtag datiert": "a price on the bill is dated after the as-of date",
    "ein Preis der Stückliste liegt nach dem letzten Tag seines Angebots":
        "a price on the bill is past the last day of its offer",
    "ein Preis der Stückliste hat keine Quelle": "a price on the bill has no source",
    "ein Wechselkurs hat kein Datum": "an exchange rate has no date",
    "ein Wechselkurs ist nach dem Stichtag datiert": "an exchange rate is dated after the as-of date",
    "ein Wechselkurs ist älter als die Grenze": "an exchange rate is older than the limit",
    "ein Wechselkurs hat keine Quelle": "an exchange rate has no source",
    "eine I/O-Größe oder ein Port ist angegeben und zählt nicht: eine Phase braucht die Größen von Lese- und "
    "Schreib-I/Os, und ein Port seine Gbit/s und eine solche Phase":
        "a size of I/Os or a port is given and counts for nothing: a phase needs sizes of both reads and writes, and"
        " a port its Gbit/s and such a phase",
    "ein Port zwischen VMs und Speicher begrenzt einen Server, dessen Laufwerke seine eigenen sind":
        "a port between VMs and storage limits a server whose drives are its own",
    "die VMs starten nicht innerhalb der längsten Startzeit": "the VMs do not boot within the longest boot time",
    "ein Teil einer vierten Phase ist angegeben und zählt nicht: sie braucht IOPS und die Lese-I/Os darunter":
        "part of a fourth phase is given and counts for nothing: it needs IOPS and the reads among them",
    "in der vierten Phase sind mehr VMs, als es gibt: alle werden gezählt":
        "more VMs are at the fourth phase than there are: all of them are counted",
    "das gemessene Laufwerk zählt mit anderen Zahlen, als seine Punkte ergeben, oder sie bestimmen keine":
        "the drive that was measured counts with other numbers than its points give, or they determine none",
    "das gemessene Laufwerk arbeitet bei einer Last außerhalb seiner Punkte: seine Antwortzeit ist dort nicht bekannt":
        "the drive that was measured works at a load outside its points: its response time is not known there",
    "geringere Anforderungen als an einen anderen Entwurf": "less is asked of it than of another design",
    "Benutzer je Kern über veröffentlichten Tests": "users per core beyond published tests",
    "andere Kerne getippt, als seine CPUs haben": "other cores typed than its CPUs have",
}  # fmt: skip

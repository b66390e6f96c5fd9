"""The commands with a brand that says a language and a currency: new, import, compare, check, diff, upgrade."""

from __future__ import annotations

from pathlib import Path

import pytest
from openpyxl import load_workbook
from tests.addin.command.workbooks import Text, compared, new, sheets
from tests.edited import edited
from tests.templates.audit.seeding import Parts
from tests.templates.carry_over.worked_in import worked_in

from vdi_addin.command.program import main
from vdi_addin.command.status import DONE, UNUSABLE
from vdi_sizing.inputs import name_key
from vdi_templates.reading.reader import read

GERMAN, FRANCS = 'language = "de"\n', 'language = "de"\ncurrency = "CHF"\n'


def brand(folder: Path, text: str = GERMAN) -> Path:
    path = folder / "brand.toml"
    path.write_text(text)
    return path


def texts(path: Path, sheet: str) -> list[str]:
    """What a sheet says, as it was saved."""
    found = sheets(path, sheet, values=True)[sheet]
    return [cell.value for row in found.iter_rows() for cell in row if isinstance(cell.value, str)]


@pytest.mark.everything
def test_a_list_in_german_numbers_becomes_a_workbook_and_a_comparison_in_german(tmp_path: Path, capsys: Text) -> None:
    """In three commands: new, import, compare."""
    brand(tmp_path)
    users = tmp_path / "users.csv"
    users.write_text("Benutzergruppe;Anzahl;Profil\nVertrieb;1.250;Büroarbeitsplätze\nEntwicklung;41;Büroarbeitsplätze")
    path, filled = tmp_path / "customer.xlsx", tmp_path / "customer_imported.xlsx"
    assert main(["new", str(path), "--as-of", "2026-11-21"]) == DONE
    assert main(["import", str(users), "--into", str(path), "--like", "Büroarbeitsplätze"]) == DONE
    assert {group.name: group.vms for group in read(filled).groups}["Vertrieb"] == 1250
    assert "Benutzergruppe" in texts(filled, "Users")
    capsys.readouterr()
    assert main(["compare", str(filled)]) == DONE
    said = capsys.readouterr().out
    assert "Die Antwort" in said
    assert "Prüfungen" in said
    assert "1.391" in said
    output = tmp_path / "customer_imported_comparison.xlsx"
    assert "Die Antwort" in texts(output, "Comparison")
    assert main(["check", str(output)]) == DONE
    assert "the look of a brand: language de" in capsys.readouterr().out


@pytest.mark.everything
def test_what_people_added_comes_from_an_english_workbook_into_a_german_one_and_back(
    tmp_path: Path, capsys: Text
) -> None:
    path = new(tmp_path / "book.xlsx", "--example", "fujitsu", "--as-of", "2026-11-21")
    row = next(
        cell.row for (cell, *_) in load_workbook(path)["Comparison"].iter_rows()
        if cell.value == "EUR per VM for these users"
    )  # fmt: skip
    path.write_bytes(worked_in(path.read_bytes(), row).workbook())
    in_german, in_english = tmp_path / "german.toml", tmp_path / "english.toml"
    in_german.write_text(GERMAN)
    in_english.write_text("# as usual\n")
    english, german, again, back = (tmp_path / f"{name}.xlsx" for name in ("english", "german", "again", "back"))
    ways: tuple[tuple[Path, list[str], Path], ...] = (
        (path, [], english),
        (path, ["--brand", str(in_german)], german),
        (german, [], again),
        (again, ["--brand", str(in_english)], back),
    )
    kept = set()
    for source, arguments, output in ways:
        assert main(["compare", str(source), "-o", str(output), *arguments]) == DONE
        kept.add(capsys.readouterr().err.partition("kept: ")[2])
    assert len(kept) == 1
    assert "1 comment on Comparison; 6 entries on Log" in kept.pop()
    sheet = load_workbook(german)
    assert [sheet["Prices"][cell].value for cell in ("O5", "O6")] == ["our quote", "Q-4711"]
    assert sheet["Comparison"][f"E{row}"].comment.text == "Is this with\nthe new drives?"
    assert sheet["Comparison"][f"A{row}"].value == "EUR je VM für diese Benutzer"
    assert read(german) == read(path)
    assert back.read_bytes() == english.read_bytes()


@pytest.mark.everything
def test_json_is_the_same_in_each_language(tmp_path: Path, capsys: Text) -> None:
    path = new(tmp_path / "book.xlsx", "--example", "sandisk", "--as-of", "2026-11-21")
    english = compared(capsys, path, "-o", tmp_path / "english.xlsx")
    brand(tmp_path)
    german = compared(capsys, path, "-o", tmp_path / "german.xlsx")
    for said in (english, german):
        said.pop("output")
    assert german == english


@pytest.mark.everything("test_spoken.py reads a German file as the English one, and audits it.")
def test_a_german_workbook_differs_from_an_english_one_in_nothing(tmp_path: Path, capsys: Text) -> None:
    path = new(tmp_path / "book.xlsx", "--example", "sandisk", "--as-of", "2026-11-21")
    brand(tmp_path)
    assert main(["compare", str(path), "-o", str(tmp_path / "german.xlsx")]) == DONE
    assert main(["diff", str(path), str(tmp_path / "german.xlsx")]) == DONE
    assert "Load" not in capsys.readouterr().err
    assert main(["upgrade", str(tmp_path / "german.xlsx"), "-o", str(tmp_path / "upgraded.xlsx")]) == DONE
    assert "Die Antwort" in texts(tmp_path / "upgraded.xlsx", "Comparison")


@pytest.mark.everything
def test_a_workbook_without_prices_is_in_the_currency_of_its_brand(tmp_path: Path, capsys: Text) -> None:
    brand(tmp_path, FRANCS)
    path = tmp_path / "customer.xlsx"
    assert main(["new", str(path)]) == DONE
    assert {price.currency for price in read(path).prices if price.amount is None} == {"CHF"}
    assert read(path).currency == "CHF"
    capsys.readouterr()
    assert main(["compare", str(path)]) == DONE
    said = capsys.readouterr().out
    assert "CHF je Benutzer" in said
    assert "EUR" not in said
    assert main(["upgrade", str(path), "-o", str(tmp_path / "upgraded.xlsx")]) == DONE
    assert "kein Preis as saved, the same now" in capsys.readouterr().out


@pytest.mark.parametrize("command", ["compare", "new"])
def test_prices_in_eur_are_not_taken_for_francs(command: str, tmp_path: Path, capsys: Text) -> None:
    path = new(tmp_path / "book.xlsx", "--example", "customer")
    brand(tmp_path, FRANCS)
    arguments = [str(path)] if command == "compare" else [str(tmp_path / "other.xlsx"), "--example", "customer"]
    assert main([command, *arguments]) == UNUSABLE
    assert "currency is 'EUR'; expected CHF, or a currency with an exchange rate" in capsys.readouterr().err
    assert {each.name for each in tmp_path.iterdir()} == {"book.xlsx", "brand.toml"}


@pytest.mark.everything("test_folder.py has a folder, test_spoken.py francs.")
def test_a_folder_says_in_which_currency_each_workbook_is(tmp_path: Path, capsys: Text) -> None:
    brand(tmp_path, FRANCS)
    assert main(["new", str(tmp_path / "francs.xlsx")]) == DONE
    new(tmp_path / "euros.xlsx")
    capsys.readouterr()
    main(["compare", str(tmp_path)])  # the prices in EUR are refused, having no rate
    said = capsys.readouterr()
    assert "note: amounts are in CHF: where a command says EUR, it is CHF" in said.err
    assert "euros.xlsx: Prices!F6: currency is 'EUR'; expected CHF" in said.err
    assert "Für keinen Entwurf" in said.out
    summary = texts(tmp_path / "summary.xlsx", "Summary")
    assert "CHF per user" in summary
    assert "EUR per user" not in summary


def test_a_new_german_workbook_is_german_where_nobody_typed(tmp_path: Path, capsys: Text) -> None:
    brand(tmp_path, GERMAN + 'author = "E. Muster"\n')
    path, kits = tmp_path / "customer.xlsx", tmp_path / "kits.xlsx"
    assert main(["new", str(path), "--as-of", "2026-11-21", "--customer", "Beispiel AG"]) == DONE
    assert main(["new", str(kits), "--as-of", "2026-11-21", "--kits"]) == DONE
    capsys.readouterr()
    made = read(path)
    assert (made.groups[0].name, made.groups[0].case, made.settings.price_list) == (
        "Büroarbeitsplätze", "Büro", "eigene Preisliste",
    )  # fmt: skip
    assert {row.part for row in made.bill} >= {"Server", "Lizenz", "Projekt"}
    assert {design.case for design in made.designs} == {"Büro"}
    assert (read(kits).groups[0].case, read(kits).settings.price_list) == ("Büro", "eigene Preisliste")
    of_kits = read(kits)
    assert {design.kit for design in of_kits.designs} == {"NVMe-Server, lokal", "vSAN-Cluster", "HDD-Array"}
    assert {row.kit for row in of_kits.kit_parts} <= {
        each.name for table in (of_kits.kits, of_kits.gpu_cards) for each in table
    }
    billed = [row.part for design in of_kits.designs_in_use for row in of_kits.bill_of(design)]
    assert {"Server", "Host", "Array", "vSAN-Lizenz", "Hypervisor-Lizenz", "Lizenz", "Projekt"} <= set(billed)
    assert all(of_kits.price_of(part).part == part and name_key(part) in of_kits.listed for part in billed)
    for sheet in ("Kits", "Parts", "Prices", "Designs", "Builds", "Cost"):
        assert not {"vSAN cluster", "licence", "server", "hypervisor licence"} & set(texts(kits, sheet)), sheet
    for sheet in ("Users", "Prices", "Bill", "Settings", "Comparison", "Cost"):
        assert not {"office", "own price list", "licence", "project", "server"} & set(texts(path, sheet)), sheet
    formulas = sheets(path, "Log", "Sensitivity")
    row = [cell.value for cell in formulas["Log"][6]]
    assert row[1:4] == ["21.11.2026", "erstellt mit den Eingaben von diesem Tag, für Beispiel AG", "E. Muster"]
    assert "first release" not in texts(path, "Log")
    assert formulas["Sensitivity"]["B6"].number_format != "0.0%"
    assert main(["check", str(path)]) == DONE


def test_a_column_of_the_bill_is_read_by_its_former_german_name(tmp_path: Path) -> None:
    brand(tmp_path)
    path = tmp_path / "customer.xlsx"
    assert main(["new", str(path), "--as-of", "2026-11-21"]) == DONE
    (header,) = (cell for cell in sheets(path, "Bill")["Bill"][5] if cell.value == "Wartung fällig")

    def rename_in_table(parts: Parts) -> None:
        for name in parts:
            if name.startswith("xl/tables/"):
                parts[name] = parts[name].replace('name="Wartung fällig"'.encode(), b'name="gewartet"')

    edited(
        path, {f"Bill!{header.column_letter}5": "gewartet", f"Bill!{header.column_letter}6": "nein"}, rename_in_table
    )
    assert [row.maintained for row in read(path).bill][:2] == [False, True]

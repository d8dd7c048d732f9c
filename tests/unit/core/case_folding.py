"""Writes how Python folds each code point that its Unicode version assigns, one a line: code point, then its folding.

    case_folding.py OUT

Python's str.casefold is the full folding of CaseFolding.txt (C + F), as ours is to be.
"""

import sys
import unicodedata

NO_CHARACTER = {"Cn", "Co", "Cs"}  # unassigned, private use, surrogates

with open(sys.argv[1], "w", encoding="ascii") as out:
    for code_point in range(0x110000):
        character = chr(code_point)
        if unicodedata.category(character) not in NO_CHARACTER:
            folded = (f"{ord(c):X}" for c in character.casefold())
            print(f"{code_point:X}", *folded, file=out)

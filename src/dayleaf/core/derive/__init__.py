"""Derive: from what a day tells in plain sentences make typed facts that stand alone, by rules, English and German.

    bytes of a log ─► sentences ─► guards ─► who does what (english, german) ─► Derived ─► page.plan ─► bank/derived/YYYY-MM.md

Precision goes before recall: a sentence whose subject, truth or time is not certain says nothing.
"""

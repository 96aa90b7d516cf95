"""The names of Unicode properties that ECMA-262 knows (section 22.2.1.9, tables 68 to 71), as of Unicode 17.

Only the names: whether a regular expression is one depends on them. What the properties hold is for the compiler.
"""

from __future__ import annotations

import functools

GENERAL_CATEGORIES = """
    C/Other Cc/Control/cntrl Cf/Format Cn/Unassigned Co/Private_Use Cs/Surrogate L/Letter LC/Cased_Letter
    Ll/Lowercase_Letter Lm/Modifier_Letter Lo/Other_Letter Lt/Titlecase_Letter Lu/Uppercase_Letter
    M/Mark/Combining_Mark Mc/Spacing_Mark Me/Enclosing_Mark Mn/Nonspacing_Mark N/Number Nd/Decimal_Number/digit
    Nl/Letter_Number No/Other_Number P/Punctuation/punct Pc/Connector_Punctuation Pd/Dash_Punctuation
    Pe/Close_Punctuation Pf/Final_Punctuation Pi/Initial_Punctuation Po/Other_Punctuation Ps/Open_Punctuation S/Symbol
    Sc/Currency_Symbol Sk/Modifier_Symbol Sm/Math_Symbol So/Other_Symbol Z/Separator Zl/Line_Separator
    Zp/Paragraph_Separator Zs/Space_Separator
"""
BINARY_PROPERTIES = """
    Any ASCII Assigned AHex/ASCII_Hex_Digit Alpha/Alphabetic Bidi_C/Bidi_Control Bidi_M/Bidi_Mirrored
    CI/Case_Ignorable Cased CWCF/Changes_When_Casefolded CWCM/Changes_When_Casemapped CWL/Changes_When_Lowercased
    CWKCF/Changes_When_NFKC_Casefolded CWT/Changes_When_Titlecased CWU/Changes_When_Uppercased Dash
    DI/Default_Ignorable_Code_Point Dep/Deprecated Dia/Diacritic Emoji EComp/Emoji_Component EMod/Emoji_Modifier
    EBase/Emoji_Modifier_Base EPres/Emoji_Presentation ExtPict/Extended_Pictographic Ext/Extender Gr_Base/Grapheme_Base
    Gr_Ext/Grapheme_Extend Hex/Hex_Digit IDSB/IDS_Binary_Operator IDST/IDS_Trinary_Operator IDC/ID_Continue
    IDS/ID_Start Ideo/Ideographic Join_C/Join_Control LOE/Logical_Order_Exception Lower/Lowercase Math
    NChar/Noncharacter_Code_Point Pat_Syn/Pattern_Syntax Pat_WS/Pattern_White_Space QMark/Quotation_Mark Radical
    RI/Regional_Indicator STerm/Sentence_Terminal SD/Soft_Dotted Term/Terminal_Punctuation UIdeo/Unified_Ideograph
    Upper/Uppercase VS/Variation_Selector space/White_Space XIDC/XID_Continue XIDS/XID_Start
"""
SCRIPTS = """
    Adlm/Adlam Aghb/Caucasian_Albanian Ahom Arab/Arabic Armi/Imperial_Aramaic Armn/Armenian Avst/Avestan Bali/Balinese
    Bamu/Bamum Bass/Bassa_Vah Batk/Batak Beng/Bengali Berf/Beria_Erfe Bhks/Bhaiksuki Bopo/Bopomofo Brah/Brahmi
    Brai/Braille Bugi/Buginese Buhd/Buhid Cakm/Chakma Cans/Canadian_Aboriginal Cari/Carian Cham Cher/Cherokee
    Chrs/Chorasmian Copt/Coptic/Qaac Cpmn/Cypro_Minoan Cprt/Cypriot Cyrl/Cyrillic Deva/Devanagari Diak/Dives_Akuru
    Dogr/Dogra Dsrt/Deseret Dupl/Duployan Egyp/Egyptian_Hieroglyphs Elba/Elbasan Elym/Elymaic Ethi/Ethiopic Gara/Garay
    Geor/Georgian Glag/Glagolitic Gong/Gunjala_Gondi Gonm/Masaram_Gondi Goth/Gothic Gran/Grantha Grek/Greek
    Gujr/Gujarati Gukh/Gurung_Khema Guru/Gurmukhi Hang/Hangul Hani/Han Hano/Hanunoo Hatr/Hatran Hebr/Hebrew
    Hira/Hiragana Hluw/Anatolian_Hieroglyphs Hmng/Pahawh_Hmong Hmnp/Nyiakeng_Puachue_Hmong Hung/Old_Hungarian
    Ital/Old_Italic Java/Javanese Kali/Kayah_Li Kana/Katakana Kawi Khar/Kharoshthi Khmr/Khmer Khoj/Khojki
    Kits/Khitan_Small_Script Knda/Kannada Krai/Kirat_Rai Kthi/Kaithi Lana/Tai_Tham Laoo/Lao Latn/Latin Lepc/Lepcha
    Limb/Limbu Lina/Linear_A Linb/Linear_B Lisu Lyci/Lycian Lydi/Lydian Mahj/Mahajani Maka/Makasar Mand/Mandaic
    Mani/Manichaean Marc/Marchen Medf/Medefaidrin Mend/Mende_Kikakui Merc/Meroitic_Cursive Mero/Meroitic_Hieroglyphs
    Mlym/Malayalam Modi Mong/Mongolian Mroo/Mro Mtei/Meetei_Mayek Mult/Multani Mymr/Myanmar Nagm/Nag_Mundari
    Nand/Nandinagari Narb/Old_North_Arabian Nbat/Nabataean Newa Nkoo/Nko Nshu/Nushu Ogam/Ogham Olck/Ol_Chiki
    Onao/Ol_Onal Orkh/Old_Turkic Orya/Oriya Osge/Osage Osma/Osmanya Ougr/Old_Uyghur Palm/Palmyrene Pauc/Pau_Cin_Hau
    Perm/Old_Permic Phag/Phags_Pa Phli/Inscriptional_Pahlavi Phlp/Psalter_Pahlavi Phnx/Phoenician Plrd/Miao
    Prti/Inscriptional_Parthian Rjng/Rejang Rohg/Hanifi_Rohingya Runr/Runic Samr/Samaritan Sarb/Old_South_Arabian
    Saur/Saurashtra Sgnw/SignWriting Shaw/Shavian Shrd/Sharada Sidd/Siddham Sidt/Sidetic Sind/Khudawadi Sinh/Sinhala
    Sogd/Sogdian Sogo/Old_Sogdian Sora/Sora_Sompeng Soyo/Soyombo Sund/Sundanese Sunu/Sunuwar Sylo/Syloti_Nagri
    Syrc/Syriac Tagb/Tagbanwa Takr/Takri Tale/Tai_Le Talu/New_Tai_Lue Taml/Tamil Tang/Tangut Tavt/Tai_Viet
    Tayo/Tai_Yo Telu/Telugu Tfng/Tifinagh Tglg/Tagalog Thaa/Thaana Thai Tibt/Tibetan Tirh/Tirhuta Tnsa/Tangsa
    Todr/Todhri Tols/Tolong_Siki Toto Tutg/Tulu_Tigalari Ugar/Ugaritic Vaii/Vai Vith/Vithkuqi Wara/Warang_Citi
    Wcho/Wancho Xpeo/Old_Persian Xsux/Cuneiform Yezi/Yezidi Yiii/Yi Zanb/Zanabazar_Square Zinh/Inherited/Qaai
    Zyyy/Common Zzzz/Unknown
"""
_PREFIXES = {
    "General_Category": "gc",
    "gc": "gc",
    "Script": "sc",
    "sc": "sc",
    "Script_Extensions": "scx",
    "scx": "scx",
}


@functools.cache
def _by_name(names: str) -> dict[str, str]:
    """Every spelling -> the first, which stands for all."""
    return {name: names.split("/")[0] for names in names.split() for name in names.split("/")}


def property_key(name: str, value: str | None) -> str | None:
    """The one key of a property, however `\\p{…}` spells it: `gc=Lu`, `sc=Latn`, `scx=Latn`, `Alpha`. None: no such."""
    if value is None:
        category = _by_name(GENERAL_CATEGORIES).get(name)
        return f"gc={category}" if category else _by_name(BINARY_PROPERTIES).get(name)
    prefix = _PREFIXES.get(name)
    if prefix is None:
        return None
    short = _by_name(GENERAL_CATEGORIES if prefix == "gc" else SCRIPTS).get(value)
    return f"{prefix}={short}" if short else None

#!/bin/sh
# Fetches the foreign files of this folder at the versions below, and writes the manifest into README.md.
# Needs npm and the project's environment (fontTools with brotli). Run it only to change a version.
set -eu
BOOTSTRAP=5.3.9
HTMX=2.0.11
IDB=8.0.4
BITTER=0.4.2
SOURCE_SANS=0.4.1
SASS=1.77.8 # the newest that builds Bootstrap 5.3 without a page of deprecation notes

here=$(cd "$(dirname "$0")" && pwd)
python="$here/../../.venv/bin/python"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund "bootstrap@$BOOTSTRAP" "htmx.org@$HTMX" "idb@$IDB" "sass@$SASS" \
  "@expo-google-fonts/bitter@$BITTER" "@expo-google-fonts/source-sans-3@$SOURCE_SANS"
modules="$work/node_modules"

for part in bootstrap bootstrap-more; do
  npx sass --quiet --no-source-map --style=compressed -I "$modules" "$here/$part.scss" "$here/$part.css"
done
cp "$modules/htmx.org/dist/htmx.min.js" "$here/htmx.min.js"
cp "$modules/idb/build/umd.js" "$here/idb.js" # the one build that is minified

# What names and sentences in Spanish, English and Russian need, with the neighbours' accents, in three files: the letters
# of Spanish and English, those of Russian, and the rest, which a browser fetches only where one of them stands on a page
# (unicode-range in css/tokens.css says the same). Letters drawn from two accents in a row are left to the system's font.
# Hinting goes: it doubles the size and phones ignore it. The family names go too: the licence keeps "Source" for the
# unchanged font, so the stylesheet calls the subsets by names of ours. Kerning goes too: it costs a fifth of a file.
plain="U+0020-007E,U+00A0-00A1,U+00AA-00AB,U+00B0,U+00B7,U+00BA-00BB,U+00BF,U+00C1,U+00C9,U+00CD,U+00D1,U+00D3,U+00D7"
plain="$plain,U+00DA,U+00DC,U+00E1,U+00E9,U+00ED,U+00F1,U+00F3,U+00FA,U+00FC,U+2011,U+2013-2014,U+2018-2019,U+201C-201D"
plain="$plain,U+2022,U+2026,U+2191-2192,U+2197,U+2212"
cyrillic="U+0401,U+0410-044F,U+0451,U+2116"
more="U+00A2-00A9,U+00AC-00AF,U+00B1-00B6,U+00B8-00B9,U+00BC-00BE,U+00C0,U+00C2-00C8,U+00CA-00CC,U+00CE-00D0,U+00D2"
more="$more,U+00D4-00D6,U+00D8-00D9,U+00DB,U+00DD-00E0,U+00E2-00E8,U+00EA-00EC,U+00EE-00F0,U+00F2,U+00F4-00F9,U+00FB"
more="$more,U+00FD-017F,U+0218-021B,U+02BC,U+02C6,U+02DA,U+02DC,U+0404,U+0406-0407,U+040E,U+0454,U+0456-0457,U+045E"
more="$more,U+0490-0491,U+2010,U+2012,U+2015,U+201A-201B,U+201E,U+202F,U+2030,U+2032-2033,U+2039-203A,U+20AC,U+2122"
more="$more,U+2190,U+2193,U+2260,U+2264-2265"
subset() { # whole font, name here
  cp "$1" "$here/fonts/$2.ttf"
  letters "$1" "$plain" "$2"
  letters "$1" "$cyrillic" "$2-cyrillic"
  letters "$1" "$more" "$2-more"
}
letters() { # whole font, letters, name here
  "$python" -m fontTools.subset "$1" --unicodes="$2" --layout-features=locl,tnum,lnum,pnum \
    --name-IDs=0,7,13,14 --flavor=woff2 --no-hinting --output-file="$here/fonts/$3.woff2"
}
subset "$modules/@expo-google-fonts/bitter/600SemiBold/Bitter_600SemiBold.ttf" bitter-600
subset "$modules/@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf" source-sans-3-400
subset "$modules/@expo-google-fonts/source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf" source-sans-3-600
cp "$modules/@expo-google-fonts/source-sans-3/700Bold/SourceSans3_700Bold.ttf" "$here/fonts/source-sans-3-700.ttf"

cp "$modules/bootstrap/LICENSE" "$here/licences/bootstrap.txt"
cp "$modules/htmx.org/LICENSE" "$here/licences/htmx.txt"
cp "$modules/idb/LICENSE" "$here/licences/idb.txt"
cp "$modules/@expo-google-fonts/bitter/LICENSE_FONT" "$here/licences/bitter.txt"
cp "$modules/@expo-google-fonts/source-sans-3/LICENSE_FONT" "$here/licences/source-sans-3.txt"

row() { # file, version, licence, licence text
  printf '| `%s` | %s | %s | [text](licences/%s) | `%s` |\n' \
    "$1" "$2" "$3" "$4" "$(sha256sum "$here/$1" | cut -d' ' -f1)"
}
sed '/^| file/,$d' "$here/README.md" >"$work/README.md"
{
  cat "$work/README.md"
  echo '| file | version | licence | text | SHA-256 |'
  echo '| --- | --- | --- | --- | --- |'
  for part in bootstrap bootstrap-more; do
    row "$part.css" "bootstrap $BOOTSTRAP, the parts named in $part.scss" MIT bootstrap.txt
  done
  row htmx.min.js "htmx $HTMX" 0BSD htmx.txt
  row idb.js "idb $IDB" ISC idb.txt
  for font in bitter-600 source-sans-3-400 source-sans-3-600 source-sans-3-700; do
    case $font in bitter*) of="bitter $BITTER"; text=bitter.txt ;; *) of="source-sans-3 $SOURCE_SANS"; text=source-sans-3.txt ;; esac
    row "fonts/$font.ttf" "@expo-google-fonts/$of" OFL-1.1 "$text"
    for part in "" -cyrillic -more; do
      [ "$font" = source-sans-3-700 ] || row "fonts/$font$part.woff2" "the same, subset by update.sh" OFL-1.1 "$text"
    done
  done
} >"$here/README.md"

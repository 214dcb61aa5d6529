import { type Analyte, loincsOf, unitOfAnalyte } from '@jaanch/catalogue/parameters/analytes'
import { unitSpellings } from '@jaanch/catalogue/parameters/unit-spellings'
import { formulaOf } from '@jaanch/catalogue/parameters/units'
import {
  molarMassOf,
  scales,
  special,
  substances,
  unitSources,
} from '@jaanch/catalogue/parameters/units-table'
import { readCatalogue } from '@jaanch/infra/local/demo/catalogue'

const introduction = `# Units of results

A laboratory may send a number in another unit than that of its parameter. If the conversion is in these tables, the number is converted before it
is stored, and what was sent is kept beside it: the decimal point moves, or the number is rounded to the parameter's decimals. Any other unit is
never guessed: number and unit are shown as they were sent, without an interval and without a flag, and a chart breaks its line there. FHIR
messages have UCUM codes, and one with a unit that is not permitted is refused.

UCUM alone is not enough: it would turn HbA1c 6.5 % into 65 mmol/mol, where the equation of IFCC and NGSP gives 47.5.

## Units that differ by a power of ten

Within a line, the decimal point moves.
`

const refused = `
## What is not converted

Insulin (µIU/mL and pmol/L differ by the standard), prolactin (mIU/L depends on the assay), lipoprotein (a) in nmol/L, haemoglobin in mmol/L, AFP
and IgE between mass and international units, D-dimer in DDU, troponin, ferritin, C-peptide, PTH, AMH and NT-proBNP in mol, calcium and magnesium in
mEq/L, and IU against U except for enzymes, TSH and insulin.
`

/** docs/units.md */
export function unitsPage(): string {
  const { parameters } = readCatalogue()
  const names = new Map(parameters.map(({ code, name }) => [code, name]))
  const named = (analytes: readonly Analyte[]) =>
    analytes.map((analyte) => `${names.get(analyte)} (${loincsOf(analyte).join(', ')})`).join('; ')
  const sourceIds = Object.keys(unitSources)
  const code = (unit: string) => `\`${unit}\``
  return [
    introduction,
    ...scales.map((units) => `- ${Object.keys(units).map(code).join(', ')}`),
    '\n## Mass and amount of substance\n',
    'By the molar mass, which is computed from the formula and the standard atomic weights (sources 2 and 3).\n',
    '| substance | formula | g/mol | parameters | example |',
    '|---|---|---|---|---|',
    ...substances.map(({ name, formula, analytes: [analyte, ...others] }) => {
      const to = unitOfAnalyte(analyte) ?? '1'
      const from = to.startsWith('umol') ? 'mg/L' : exampleUnit(to)
      const factor = formulaOf(loincsOf(analyte)[0] ?? null, from, to)?.factor ?? 0
      const example = `${code(to)} = ${code(from)} × ${Number(factor.toPrecision(6))}`
      return `| ${name} | ${formula} | ${molarMassOf(formula).toFixed(3)} | ${named([analyte, ...others])} | ${example} |`
    }),
    '\n## Equations of their own\n',
    '| parameters | equation | source |',
    '|---|---|---|',
    ...special.flatMap(({ analytes, equations }) =>
      equations.map(({ from, to, factor, offset, source }) => {
        const sum = offset === 0 ? '' : ` + ${offset}`
        const times = factor === 1 ? '' : ` × ${Number(factor.toPrecision(6))}`
        return `| ${named(analytes)} | ${code(to)} = ${code(from)}${times}${sum} | ${sourceIds.indexOf(source) + 1} |`
      }),
    ),
    refused,
    `## Spellings\n\n${unitSpellings.size} spellings are understood: case, spaces, dots and the sign for micro don't matter. Examples:`,
    '`gm/dl`, `gms%`, `mg%`, `uIU/mL`, `mm/1st hr`, `lakhs/cumm`, `cells/cumm`, `thou/µL`, `mill/cumm`, `x10³/µL`, `mEq/L`.',
    '\n## Sources\n',
    ...Object.values(unitSources).map(([title, url], n) => `${n + 1}. [${title}](${url})`),
    '',
  ].join('\n')
}

/** The molar unit in which laboratories report what the catalogue has in this unit. */
function exampleUnit(unit: string): string {
  const molar: Readonly<Record<string, string>> = {
    'mg/dL': 'mmol/L',
    'ug/dL': 'umol/L',
    'ng/dL': 'nmol/L',
    'ng/mL': 'nmol/L',
    'pg/mL': 'pmol/L',
  }
  return molar[unit] ?? 'mmol/L'
}

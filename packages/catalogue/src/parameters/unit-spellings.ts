/**
 * How laboratories in India write units, and their codes in UCUM. Case, spaces and the sign for micro don't matter, except in a UCUM code
 * itself.
 */

type Spellings = Readonly<Record<string, readonly string[]>>

const masses: Spellings = {
  g: ['g', 'gm', 'gms', 'gram', 'grams', 'gr'],
  mg: ['mg', 'mgs', 'mgm', 'mgms', 'milligram', 'milligrams'],
  ug: ['ug', 'ugs', 'ugm', 'mcg', 'mcgs', 'mcgm', 'microgram', 'micrograms'],
  ng: ['ng', 'ngs', 'ngm', 'nanogram', 'nanograms'],
  pg: ['pg', 'pgs', 'pgm', 'picogram', 'picograms'],
}
const amounts: Spellings = {
  mmol: ['mmol', 'mmols', 'mmole', 'mmoles', 'millimol', 'millimole', 'millimoles', 'mm0l'],
  umol: ['umol', 'umols', 'umole', 'umoles', 'mcmol', 'micromol', 'micromole', 'micromoles'],
  nmol: ['nmol', 'nmols', 'nmole', 'nmoles', 'nanomol', 'nanomoles'],
  pmol: ['pmol', 'pmols', 'pmole', 'pmoles', 'picomol', 'picomoles'],
  meq: ['meq', 'meqs', 'milliequivalent', 'milliequivalents'],
}
const activities: Spellings = {
  '[IU]': ['iu', 'ius'],
  'k[IU]': ['kiu'],
  'm[IU]': ['miu', 'milliiu'],
  'u[IU]': ['uiu', 'mciu', 'mcriu', 'microiu'],
  U: ['u', 'unit', 'units'],
  kU: ['ku', 'kunits'],
  mU: ['mu', 'munits'],
  uU: ['uu', 'uunits'],
  ukat: ['ukat', 'mckat'],
}
const volumes: Spellings = {
  dL: ['dl', '100ml', 'decilitre', 'deciliter'],
  mL: ['ml', 'millilitre', 'milliliter'],
  L: ['l', 'lt', 'ltr', 'litre', 'liter'],
}
const counts: Spellings = {
  '': ['', 'cell', 'cells', 'nos', 'no'],
  '10*3': ['thou', 'thousand', 'thousands', 'k', '1000', ...powers(3)],
  '10*5': ['lakh', 'lakhs', 'lac', 'lacs', ...powers(5)],
  '10*6': ['mill', 'million', 'millions', 'mil', ...powers(6)],
  '10*9': powers(9),
  '10*12': powers(12),
}
const countedIn: Spellings = {
  uL: ['ul', 'mcl', 'microlitre', 'microliter'],
  mm3: ['cumm', 'cmm', 'mm3', 'mm^3', 'cubicmm', 'cumillimetre'],
  L: ['l', 'lt', 'ltr', 'litre', 'liter'],
}

function powers(exponent: number): string[] {
  return ['10^', 'x10^', '10*', '10e', 'x10e', 'x10*', '10**'].map((form) => `${form}${exponent}`)
}

const others: Spellings = {
  // a number of cells without its volume is one per cubic millimetre, as in `lakhs/cumm`
  '10*5/mm3': ['lakh', 'lakhs', 'lac', 'lacs'],
  '10*3/mm3': ['thousand', 'thousands'],
  '10*6/mm3': ['million', 'millions'],
  '%': ['percent', 'percentage', 'pct'],
  'g/dL': ['g%', 'gm%', 'gms%'],
  'mg/dL': ['mg%', 'mgs%', 'mgm%', 'mgms%'],
  'ug/dL': ['ug%', 'mcg%'],
  'ng/dL': ['ng%'],
  'mm/h': [
    'mm/hr',
    'mm/hrs',
    'mm/hour',
    'mm/1hr',
    'mm/1sthr',
    'mm/1sthour',
    'mm/firsthour',
    'mm/firsthr',
    'mmin1sthr',
    'mmin1sthour',
    'mm1sthr',
    'mm1sthour',
    'mmfirsthour',
    'mmhr',
    'mmatendof1sthr',
    'mm/hr(westergren)',
    'mm/1hour',
  ],
  fL: ['femtolitre', 'femtoliter', 'femtolitres', 'femtoliters', 'fls'],
  um3: ['um3', 'um^3', 'cumicron', 'cumicrons', 'cubicmicron', 'cubicmicrons', 'cuu'],
  pg: ['pgs', 'pgm', 'picogram', 'picograms', 'pg/cell', 'pgm/cell', 'uug'],
  s: ['sec', 'secs', 'second', 'seconds'],
  '{INR}': ['inr'],
  '{ratio}': ['ratio'],
  '{index}': ['index'],
  '{SG}': ['sg'],
  '[pH]': ['ph', 'phunits'],
  '/[HPF]': ['/hpf', 'hpf', 'cells/hpf', 'cell/hpf', '/highpowerfield', '/highpoweredfield', 'nos/hpf'],
  'mL/min/{1.73_m2}': [
    'ml/min/173m2',
    'ml/min/173m^2',
    'ml/min/173sqm',
    'ml/min/173sqmtr',
    'ml/min/173sqmeter',
    'ml/min/173sqmetre',
    'ml/min/bsa',
    'ml/mn/173m2',
    'ml/minute/173m2',
  ],
  'mg/g{creat}': [
    'mg/g',
    'mg/gm',
    'mg/gms',
    'mg/gcreat',
    'mg/gcreatinine',
    'mg/gmcreat',
    'mg/gmcreatinine',
    'mg/gramcreatinine',
    'mg/gofcreatinine',
    'ug/mg',
    'ug/mgcreat',
    'ug/mgcreatinine',
    'mcg/mg',
    'mcg/mgcreat',
    'mcg/mgcreatinine',
  ],
  'mg/mmol{creat}': ['mg/mmol', 'mg/mmolcreat', 'mg/mmolcreatinine'],
  'mmol/mol': ['mmol/molhb', 'mmol/mole', 'mmolpermol'],
  'L/L': ['l/l'],
  'ng/mL{FEU}': ['ng/mlfeu', 'ngfeu/ml', 'ng/ml(feu)', 'ngofeu/ml', 'ng(feu)/ml'],
  'ug/L{FEU}': ['ug/lfeu', 'ugfeu/l', 'ug/l(feu)', 'mcg/lfeu'],
  'ug/mL{FEU}': ['ug/mlfeu', 'ugfeu/ml', 'ug/ml(feu)', 'mcg/mlfeu', 'mcgfeu/ml', 'mcg/ml(feu)'],
  'mg/L{FEU}': ['mg/lfeu', 'mgfeu/l', 'mg/l(feu)'],
  'ng/mL{DDU}': ['ng/mlddu', 'ngddu/ml', 'ng/ml(ddu)'],
}

/** UCUM codes by folded spelling; the codes themselves are among them. */
export const unitSpellings: ReadonlyMap<string, string> = collect()

function collect(): Map<string, string> {
  const found = new Map<string, string>()
  const add = (text: string, unit: string) => {
    const spelling = fold(text)
    const known = found.get(spelling)
    if (known !== undefined && known !== unit) throw new Error(`${text} is ${known} and ${unit}`)
    found.set(spelling, unit)
  }
  const addFractions = (above: Spellings, below: Spellings) => {
    for (const [upper, uppers] of Object.entries(above))
      for (const [lower, lowers] of Object.entries(below))
        for (const one of uppers) for (const other of lowers) add(`${one}/${other}`, `${upper}/${lower}`)
  }
  addFractions(masses, volumes)
  addFractions(amounts, volumes)
  addFractions(activities, volumes)
  addFractions(counts, countedIn)
  for (const [number, numbers] of Object.entries(counts))
    for (const one of numbers)
      for (const [lower, lowers] of Object.entries(countedIn))
        if (one !== '' && !one.includes('cell'))
          for (const other of lowers) add(`${one}cells/${other}`, `${number}/${lower}`)
  for (const [unit, spellings] of Object.entries(others)) {
    add(unit, unit)
    for (const spelling of spellings) add(spelling, unit)
  }
  return found
}

/** Superscripts after 10 are exponents, other signs that differ in nothing become one. */
export function fold(text: string): string {
  return text
    .replace(/(10\s*)([⁰¹²³⁴-⁹]+)/g, (_, ten: string, digits: string) => `${ten}^${digits.normalize('NFKC')}`)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('μ', 'u')
    .replaceAll('×', 'x')
    .replace(/\bper\b/g, '/')
    .replace(/\bcubic\s+millimet(re|er)s?\b/g, 'cumm')
    .replace(/[\s.,_]+/g, '')
    .replace(/^\/?x(?=10)/, 'x')
}

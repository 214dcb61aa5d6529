/**
 * The substances, cells and findings that the tables know something about: explanations, biological variation, units,
 * delta limits, plausible ranges, retest intervals and stability. The tables name an analyte by a short word of their own, which is no code of
 * a catalogue: a catalogue may have `HB` for haemoglobin, and `K` for vitamin K. The LOINC code of a parameter tells its analyte.
 */
import type { Parameter } from './parameter.ts'

/**
 * By analyte, the UCUM unit in which the tables have its numbers (null: its results are texts), and the LOINC codes that are understood as it.
 * The first code is that of the starter catalogue. For some analytes others follow: of the amount of substance, or of other methods whose
 * results are read in the same way. LOINC has more codes; a parameter with one that is not listed is like a parameter without a code.
 */
const table = {
  HGB: ['g/dL', '718-7'],
  RBC: ['10*6/uL', '789-8 26453-1'],
  HCT: ['%', '4544-3 20570-8'],
  MCV: ['fL', '787-2 30428-7'],
  MCH: ['pg', '785-6 28539-5'],
  MCHC: ['g/dL', '786-4 28540-3'],
  RDW: ['%', '788-0 30385-9'],
  WBC: ['10*3/uL', '6690-2 26464-8'],
  NEUT: ['%', '770-8 26511-6'],
  LYMP: ['%', '736-9 26478-8'],
  MONO: ['%', '5905-5 26485-3'],
  EOS: ['%', '713-8 26450-7'],
  BASO: ['%', '706-2 30180-4'],
  ANC: ['10*3/uL', '751-8 26499-4'],
  AEC: ['10*3/uL', '711-2 26449-9'],
  PLT: ['10*3/uL', '777-3 26515-7'],
  MPV: ['fL', '32623-1'],
  ESR: ['mm/h', '4537-7 30341-2'],
  RETIC: ['%', '17849-1'],
  ABO: [null, '883-9'],
  RH: [null, '10331-7'],
  PBS: [null, '5909-7'],
  FBS: ['mg/dL', '1558-6 14771-0'],
  PPBS: ['mg/dL', '1521-4'],
  RBS: ['mg/dL', '2345-7 14749-6'],
  A1C: ['%', '4548-4 17856-6 59261-8'],
  EAG: ['mg/dL', '27353-2'],
  INSF: ['u[IU]/mL', '27873-9'],
  HOMA: ['{index}', '47214-2'],
  CPEP: ['ng/mL', '1986-9'],
  CHOL: ['mg/dL', '2093-3 14647-2'],
  TRIG: ['mg/dL', '2571-8 14927-8'],
  HDL: ['mg/dL', '2085-9 14646-4'],
  LDL: ['mg/dL', '13457-7 39469-2 2089-1 22748-8 18262-6'],
  VLDL: ['mg/dL', '13458-5 25371-6'],
  NHDL: ['mg/dL', '43396-1 70204-3'],
  CHR: ['{ratio}', '9830-1'],
  APOA: ['mg/dL', '1869-7'],
  APOB: ['mg/dL', '1884-6'],
  LPA: ['mg/dL', '10835-7'],
  TBIL: ['mg/dL', '1975-2 14631-6'],
  DBIL: ['mg/dL', '1968-7 14629-0'],
  IBIL: ['mg/dL', '1971-1 14630-8'],
  AST: ['U/L', '1920-8 30239-8'],
  ALT: ['U/L', '1742-6 1743-4 1744-2'],
  ALP: ['U/L', '6768-6'],
  GGT: ['U/L', '2324-2'],
  TP: ['g/dL', '2885-2'],
  ALB: ['g/dL', '1751-7 61151-7'],
  GLOB: ['g/dL', '10834-0'],
  AGR: ['{ratio}', '1759-0'],
  LDH: ['U/L', '14804-9 2532-0'],
  CREA: ['mg/dL', '2160-0 14682-9'],
  EGFR: ['mL/min/{1.73_m2}', '98979-8 62238-1'],
  UREA: ['mg/dL', '3091-6 22664-7'],
  BUN: ['mg/dL', '3094-0 14937-7'],
  URIC: ['mg/dL', '3084-1 14933-6'],
  NA: ['mmol/L', '2951-2'],
  K: ['mmol/L', '2823-3'],
  CL: ['mmol/L', '2075-0'],
  CA: ['mg/dL', '17861-6 2000-8'],
  PHOS: ['mg/dL', '2777-1 14879-1'],
  MG: ['mg/dL', '19123-9 2601-3'],
  T3: ['ng/dL', '3053-6 14930-2'],
  T4: ['ug/dL', '3026-2 14921-1'],
  TSH: ['u[IU]/mL', '3016-3 11580-8'],
  FT3: ['pg/mL', '3051-0 14928-6'],
  FT4: ['ng/dL', '3024-7 14920-3'],
  ATPO: ['[IU]/mL', '8099-4'],
  ATG: ['[IU]/mL', '8098-6'],
  VITD: ['ng/mL', '1989-3 62292-8 14635-7'],
  B12: ['pg/mL', '2132-9 14685-2'],
  FOL: ['ng/mL', '2284-8 14732-2'],
  IRON: ['ug/dL', '2498-4 14798-3'],
  TIBC: ['ug/dL', '2500-7 14800-7'],
  TSAT: ['%', '2502-3'],
  FERR: ['ng/mL', '2276-4 20567-4'],
  CRP: ['mg/L', '1988-5'],
  HSCRP: ['mg/L', '30522-7'],
  RF: ['[IU]/mL', '11572-5'],
  ACCP: ["[arb'U]/mL", '53027-9'],
  ASO: ['[IU]/mL', '5370-2'],
  HCY: ['umol/L', '13965-9'],
  CPK: ['U/L', '2157-6'],
  CKMB: ['U/L', '32673-6'],
  TROPI: ['ng/L', '89579-7'],
  NTBNP: ['pg/mL', '33762-6'],
  PT: ['s', '5902-2'],
  INR: ['{INR}', '6301-6 34714-6'],
  APTT: ['s', '14979-9 3173-2'],
  DDIM: ['ng/mL{FEU}', '48065-7'],
  FIB: ['mg/dL', '3255-7'],
  AMY: ['U/L', '1798-8'],
  LIP: ['U/L', '3040-3'],
  PRL: ['ng/mL', '2842-3'],
  FSH: ['m[IU]/mL', '15067-2'],
  LH: ['m[IU]/mL', '10501-5'],
  E2: ['pg/mL', '2243-4 14715-7'],
  PROG: ['ng/mL', '2839-9 14890-8'],
  TESTO: ['ng/dL', '2986-8 14913-8'],
  CORT: ['ug/dL', '9813-7 14675-3'],
  AMH: ['ng/mL', '38476-8'],
  BHCG: ['m[IU]/mL', '21198-7'],
  PTH: ['pg/mL', '2731-8'],
  DHEAS: ['ug/dL', '2191-5'],
  PSA: ['ng/mL', '2857-1'],
  CA125: ["[arb'U]/mL", '10334-1'],
  CEA: ['ng/mL', '2039-6'],
  AFP: ['ng/mL', '1834-1'],
  CA199: ["[arb'U]/mL", '24108-3'],
  HBSAG: [null, '5196-1'],
  AHCV: [null, '13955-0'],
  HIV: [null, '56888-1'],
  VDRL: [null, '20507-0 5292-8'],
  NS1: [null, '75377-2'],
  DENM: [null, '23992-1'],
  DENG: [null, '23991-3'],
  MPAG: [null, '70569-9'],
  CHIKM: [null, '57934-2'],
  STYM: [null, ''],
  ANA: [null, '8061-4'],
  UPREG: [null, '2106-3'],
  SARS: [null, '94500-6'],
  HPYL: [null, '17780-8'],
  FOBT: [null, '2335-8'],
  IGE: ['[IU]/mL', '19113-0'],
  UCOL: [null, '5778-6'],
  UAPP: [null, '5767-9'],
  USG: ['{SG}', '5811-5'],
  UPH: ['[pH]', '5803-2'],
  UPRO: [null, '20454-5'],
  UGLU: [null, '25428-4'],
  UKET: [null, '2514-8'],
  UBIL: [null, '5770-3'],
  UBLD: [null, '5794-3'],
  UNIT: [null, '5802-4'],
  ULEU: [null, '5799-2'],
  UWBC: ['/[HPF]', '5821-4'],
  URBC: ['/[HPF]', '13945-1'],
  UEPI: ['/[HPF]', '5787-7'],
  UMALB: ['mg/L', '14957-5 1754-1'],
  UCREA: ['mg/dL', '2161-8'],
  UACR: ['mg/g{creat}', '14959-1 9318-7'],
  UCUL: [null, '630-4'],
  BCUL: [null, '600-7'],
  SOVA: [null, '10704-5'],
} as const satisfies Record<string, readonly [unit: string | null, loincs: string]>

/**
 * HbA1c by the protocol of the IFCC. Its percentages are lower than those of the NGSP, which the tables and the conversion use. A
 * parameter in IFCC percent is therefore not compared with the tables, and no value is converted to it.
 */
export const hba1cOfIfcc = '59261-8'

export type Analyte = keyof typeof table

export const analytes = Object.keys(table) as readonly Analyte[]

/** No LOINC code is known for these, so that the name in the starter catalogue tells what they are. */
const byName: ReadonlyMap<string, Analyte> = new Map([['Typhoid (S. Typhi) IgM', 'STYM']])

const byLoinc: ReadonlyMap<string, Analyte> = new Map(
  analytes.flatMap((analyte) => loincsOf(analyte).map((loinc) => [loinc, analyte] as const)),
)

/**
 * The analyte that a parameter measures. Its code in the catalogue does not matter.
 * @returns null: the tables know nothing about it, such as about a parameter without a LOINC code
 */
export function analyteOf({ loinc, name }: Pick<Parameter, 'loinc' | 'name'>): Analyte | null {
  return (loinc === null ? byName.get(name) : byLoinc.get(loinc)) ?? null
}

/** @returns as `analyteOf` */
export function analyteOfLoinc(loinc: string): Analyte | null {
  return byLoinc.get(loinc) ?? null
}

/** @returns the LOINC codes that mean an analyte, that of the starter catalogue first; [] if none is known */
export function loincsOf(analyte: Analyte): readonly string[] {
  return table[analyte][1].split(' ').filter(Boolean)
}

/** @returns the UCUM unit in which the tables have the numbers of an analyte; null: its results are texts */
export function unitOfAnalyte(analyte: Analyte): string | null {
  return table[analyte][0]
}

/** Whether a text is a LOINC code with the right check digit, which is that of Luhn (LOINC Users' Guide, appendix: mod 10). */
export function isLoinc(value: string): boolean {
  if (!/^\d{1,7}-\d$/.test(value)) return false
  const sum = [...value.replace('-', '')]
    .reverse()
    .map(Number)
    .reduce((total, digit, place) => {
      const doubled = place % 2 === 1 ? digit * 2 : digit
      return total + (doubled > 9 ? doubled - 9 : doubled)
    }, 0)
  return sum % 10 === 0
}

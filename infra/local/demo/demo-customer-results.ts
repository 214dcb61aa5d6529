/** The results of the demo customer and her family, by the catalogue's parameter codes. */
import type { Results } from './reports.ts'

const urine = {
  UCOL: 'Pale yellow',
  UAPP: 'Clear',
  USG: 1.015,
  UPH: 6,
  UPRO: 'Nil',
  UGLU: 'Nil',
  UKET: 'Nil',
  UBIL: 'Negative',
  UBLD: 'Nil',
  UNIT: 'Negative',
  ULEU: 'Nil',
  UWBC: '1-2',
  URBC: 0,
  UEPI: '2-3',
}

export const fullBodyCheckup: Results = {
  values: {
    ...{ HGB: 11.4, RBC: 4.21, HCT: 35.6, MCV: 84.6, MCH: 27.1, MCHC: 32, RDW: 14.6, WBC: 6.82 },
    ...{ NEUT: 58, LYMP: 31, MONO: 6, EOS: 4, BASO: 1, ANC: 3.96, AEC: 0.27, PLT: 264, MPV: 9.4, ESR: 14 },
    ...{ FBS: 92, A1C: 5.4, EAG: 108 },
    ...{ CHOL: 208, TRIG: 118, HDL: 52, LDL: 132, VLDL: 24, NHDL: 156, CHR: 4 },
    ...{ TBIL: 0.62, DBIL: 0.18, IBIL: 0.44, AST: 22, ALT: 19, ALP: 71, GGT: 17, TP: 7.1, ALB: 4.3 },
    ...{ GLOB: 2.8, AGR: 1.54, CREA: 0.71, EGFR: 112, UREA: 24, BUN: 11, URIC: 4.4 },
    ...{ NA: 139, K: 4.2, CL: 102, CA: 9.2, PHOS: 3.4, T3: 128, T4: 8.3, TSH: 2.46 },
    ...urine,
  },
  doctorComments:
    'Haemoglobin is slightly low and the cholesterol slightly high. Please have your iron checked, and repeat the lipid profile after three months of less fried food and a daily walk.',
  isReviewed: true,
}

/** The measurement was repeated: version 2 explains the change, version 1 stays available. */
export const vitaminD: Results[] = [
  { values: { VITD: 8.4 }, doctorComments: null, isReviewed: false },
  {
    values: { VITD: 18.4 },
    doctorComments:
      'The sample was measured again: 18.4, not 8.4 ng/mL. That is still too little; please ask your doctor about a supplement.',
    isReviewed: true,
  },
]

export const diabetesCare: Results = {
  values: {
    ...{ FBS: 148, PPBS: 212, A1C: 7.6, EAG: 171 },
    ...{ CHOL: 186, TRIG: 168, HDL: 38, LDL: 114, VLDL: 34, NHDL: 148, CHR: 4.89 },
    ...{ CREA: 1.08, EGFR: 73, UMALB: 18.6, UCREA: 92, UACR: 20 },
    ...urine,
    UGLU: '1+',
  },
  doctorComments:
    'Sugar has been above the goal for some three months. Please show this report to the doctor who treats the diabetes; the kidneys show no harm.',
  isReviewed: true,
}

export const bloodCount: Results = {
  values: {
    ...{ HGB: 13.2, RBC: 4.72, HCT: 40.4, MCV: 85.6, MCH: 28, MCHC: 32.7, RDW: 12.9, WBC: 9.4 },
    ...{ NEUT: 52, LYMP: 36, MONO: 6, EOS: 5, BASO: 1, ANC: 4.89, AEC: 0.47, PLT: 312, MPV: 8.8 },
  },
  doctorComments: null,
  isReviewed: false,
}

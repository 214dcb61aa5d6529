/**
 * Three years of results of the demo customer's family: a father whose diabetes gets better, a mother whose thyroid is treated, and a
 * son whose iron recovers. Invented; derived values follow from the others, as an analyser computes them.
 */
import type { Example } from './demo-customer-bookings.ts'
import type { Results } from './reports.ts'

const urine = {
  ...{ UCOL: 'Pale yellow', UAPP: 'Clear', USG: 1.018, UPH: 6, UPRO: 'Nil', UKET: 'Nil', UBIL: 'Negative' },
  ...{ UBLD: 'Nil', UNIT: 'Negative', ULEU: 'Nil', UWBC: '1-2', URBC: 0, UEPI: '1-2' },
}

const round = (value: number, decimals = 0) => Number(value.toFixed(decimals))

/**
 * CKD-EPI 2021, a man (Inker et al., N Engl J Med 2021;385:1737). @param creatinine mg/dL @returns mL/min/1.73 m²
 */
function egfrOfMan(creatinine: number, age: number): number {
  const ratio = creatinine / 0.9
  return round(142 * Math.min(ratio, 1) ** -0.302 * Math.max(ratio, 1) ** -1.2 * 0.9938 ** age)
}

type Diabetes = [
  day: number,
  a1c: number,
  fbs: number,
  ppbs: number,
  chol: number,
  trig: number,
  hdl: number,
  crea: number,
  umalb: number,
]

const diabetes: Diabetes[] = [
  [-1085, 10.2, 231, 338, 226, 252, 34, 1.02, 74.2],
  [-945, 9.4, 203, 297, 214, 229, 35, 1.04, 65.1],
  [-808, 8.9, 187, 271, 214, 207, 35, 1.05, 52.4],
  [-670, 8.4, 170, 249, 201, 197, 36, 1.05, 44.3],
  [-534, 8.5, 174, 254, 203, 203, 35, 1.07, 38.6],
  [-396, 8, 158, 230, 193, 184, 37, 1.06, 30.9],
  [-261, 7.8, 157, 219, 189, 176, 38, 1.06, 25.3],
  [-114, 7.7, 151, 214, 188, 171, 38, 1.08, 21.4],
]
const bornFather = 1957.84

function diabetesResults([day, a1c, fbs, ppbs, chol, trig, hdl, crea, umalb]: Diabetes): Results {
  const vldl = round(trig / 5)
  const ucrea = 88 + (Math.abs(day) % 11)
  return {
    values: {
      // eAG: Nathan et al., Diabetes Care 2008;31:1473
      ...{ FBS: fbs, PPBS: ppbs, A1C: a1c, EAG: round(28.7 * a1c - 46.7) },
      ...{ CHOL: chol, TRIG: trig, HDL: hdl, LDL: chol - hdl - vldl, VLDL: vldl, NHDL: chol - hdl },
      ...{
        CHR: round(chol / hdl, 2),
        CREA: crea,
        EGFR: egfrOfMan(crea, Math.floor(2026.9 + day / 365.25 - bornFather)),
      },
      ...{ UMALB: umalb, UCREA: ucrea, UACR: round((100 * umalb) / ucrea) },
      ...urine,
      UGLU: a1c > 9 ? '2+' : a1c > 8 ? '1+' : 'Trace',
    },
    doctorComments: null,
    isReviewed: true,
  }
}

type Thyroid = [day: number, tsh: number, t4: number, t3: number, method: string]

/** The analyser of the lab changes: results of both methods stand in one chart. */
const thyroid: Thyroid[] = [
  [-1041, 14.62, 4.6, 84, 'CLIA'],
  [-952, 8.94, 5.9, 98, 'CLIA'],
  [-588, 3.91, 7.9, 116, 'CLIA'],
  [-405, 0.18, 12.6, 168, 'ECLIA'],
  [-321, 2.64, 8.4, 121, 'ECLIA'],
  [-140, 3.22, 8.1, 118, 'ECLIA'],
]

function thyroidResults([, tsh, t4, t3, method]: Thyroid): Results {
  return { values: { T3: t3, T4: t4, TSH: tsh }, method, doctorComments: null, isReviewed: false }
}

type Iron = [day: number, hgb: number, rbc: number, mcv: number, iron: number, tibc: number, ferritin: number]

const iron: Iron[] = [
  [-1050, 9.8, 4.52, 68.2, 28, 452, 5.1],
  [-780, 11.1, 4.55, 75.6, 52, 411, 13.4],
  [-500, 12.1, 4.62, 80.7, 73, 377, 23.2],
  [-190, 12.9, 4.7, 83.9, 88, 352, 33.7],
]

function bloodCountResults([day, hgb, rbc, mcv]: Iron): Results {
  const hct = round((rbc * mcv) / 10, 1)
  const wbc = round(7.2 + (Math.abs(day) % 19) / 10, 2)
  return {
    values: {
      ...{
        HGB: hgb,
        RBC: rbc,
        HCT: hct,
        MCV: mcv,
        MCH: round((hgb * 10) / rbc, 1),
        MCHC: round((hgb * 100) / hct, 1),
      },
      ...{ RDW: round(13 + (12.9 - hgb), 1), WBC: wbc, NEUT: 50, LYMP: 39, MONO: 6, EOS: 4, BASO: 1 },
      ...{ ANC: round(wbc * 0.5, 2), AEC: round(wbc * 0.04, 2), PLT: 318 - (Math.abs(day) % 37), MPV: 8.9 },
    },
    doctorComments: null,
    isReviewed: false,
  }
}

function ironResults([, , , , iron, tibc, ferritin]: Iron): Results {
  return {
    values: { IRON: iron, TIBC: tibc, TSAT: round((iron * 100) / tibc, 1), FERR: ferritin },
    doctorComments: null,
    isReviewed: false,
  }
}

/** A booking of the past, ordered on the evening before its collection. */
function past(day: number, patient: string, code: string, results: Results): Example {
  return {
    code,
    patient,
    placed: [day - 1, '19:30'],
    slot: [day, '08:00-10:00'],
    paymentMethod: 'upi',
    until: 'completed',
    reports: [results],
  }
}

export const familyHistory: readonly Example[] = [
  ...diabetes.map((row) => past(row[0], 'Ramesh', 'PKG-DIA', diabetesResults(row))),
  ...thyroid.map((row) => past(row[0], 'Sudha', 'TFT', thyroidResults(row))),
  ...iron.flatMap((row): Example[] => {
    const visit = `iron ${row[0]}`
    return [
      { ...past(row[0], 'Vivaan', 'CBC', bloodCountResults(row)), visit },
      { ...past(row[0], 'Vivaan', 'IRON', ironResults(row)), visit },
    ]
  }),
]

/**
 * How much a parameter varies within a healthy person at rest (within-subject variation CVi, %). Each number stands in the source that
 * is named beside it; a parameter whose number was not read in its source has none, and nothing is said about the size of its changes.
 */

import type { Analyte } from '@jaanch/catalogue/parameters/analytes'
import type { Parameter } from '@jaanch/catalogue/parameters/parameter'
import { measuredAs } from '@jaanch/catalogue/parameters/units'

/** @property year null: the page that was read does not name it */
type Source = { title: string; publication: string; year: number | null; url: string }

const bloodCount: Source = {
  title: 'Within-subject biological variation of hematological quantities and analytical goals',
  publication: 'Archives of Pathology & Laboratory Medicine 116:825-826',
  year: 1992,
  url: 'https://pubmed.ncbi.nlm.nih.gov/1497462/',
}
const glucose: Source = {
  title:
    'Critical appraisal and meta-analysis of biological variation studies on glycosylated albumin, glucose and HbA1c',
  publication: 'Advances in Laboratory Medicine 1(3):20200029',
  year: 2020,
  url: 'https://doi.org/10.1515/almed-2020-0029',
}
const enzymes: Source = {
  title: 'Biological variation estimates obtained from 91 healthy study participants for 9 enzymes in serum',
  publication: 'European Biological Variation Study of the EFLM Working Group on Biological Variation',
  year: null,
  url: 'https://moh-it.pure.elsevier.com/en/publications/biological-variation-estimates-obtained-from-91-healthy-study-par',
}
const thyroid: Source = {
  title:
    'European Biological Variation Study (EuBIVAS): within- and between-subject biological variation estimates for serum thyroid biomarkers based on weekly samplings from 91 healthy participants',
  publication: 'Clinical Chemistry and Laboratory Medicine',
  year: 2022,
  url: 'https://openaccess.acibadem.edu.tr/items/81d815b8-73fb-4cc6-8c22-cc16ac5d866a/full',
}
/** The estimates of the random-effects model */
const lipids: Source = {
  title: 'Average intraindividual biological variability of serum lipids, from 30 studies of 1970 to 1992',
  publication:
    'Centers for Disease Control, Division of Environmental Health Laboratory Sciences; Oxford University Press',
  year: null,
  url: 'http://globalauthorid.com/WebPortal/ArticleView?wd=E34FE33E82A052E6D19B2517212347EA436047460339FBD9E1CC5F84F0CB6902',
}
const creatinine: Source = {
  title:
    'Biological variation and reference change value of the estimated glomerular filtration rate in humans: A systematic review and meta-analysis',
  publication: 'Frontiers in Medicine, 10.3389/fmed.2022.1009358',
  year: 2022,
  url: 'https://frontiersin.org/journals/medicine/articles/10.3389/fmed.2022.1009358/full',
}
const vitamins: Source = {
  title:
    'Biological Variation of Iron, Transferrin, Ferritin, Folate, Vitamin B12 and 25-OH Vitamin D in Healthy Individuals',
  publication: 'Clinical Laboratory',
  year: 2021,
  url: 'https://clin-lab-publications.com/article/3864',
}
/** From day to day over five weeks; these include the variation of the measurement, so that smaller changes are not called real */
const ironStores: Source = {
  title: 'Day-to-day variation in serum ferritin concentration in healthy subjects',
  publication: 'Clinical Chemistry 27:78-82',
  year: 1981,
  url: 'https://www.mendeley.com/catalogue/e85cfe93-4020-3bbc-8e56-4b21b2680d58/',
}

/**
 * Measurements that are less exact than the desirable half of the variation within a person (CVa, %): with the half, changes would be called
 * real that the measurement alone explains.
 * - HbA1c: less than 2 % is necessary (consensus statement of AACB, ADS, RCPA, ESA and ADEA, Desirable performance standards for HbA1c
 *   analysis, Clin Chem Lab Med 2007;45:1083, https://doi.org/10.1515/cclm.2007.158). Desirable by its biological variation would be 0.6 %,
 *   which few laboratories reach (https://pmc.ncbi.nlm.nih.gov/articles/PMC6817230/table/jcla22099-tbl-0001)
 * - Vitamin B12: that of the study of its variation
 */
const imprecisions: Partial<Record<Analyte, number>> = { A1C: 2, B12: 6.1 }

/** The desirable imprecision of a measurement, as a part of the within-subject variation: Lacher, Hughes and Carroll, Estimate of
 * Biological Variation of Laboratory Analytes, Clinical Chemistry 51:450-452, 2005 (https://doi.org/10.1373/clinchem.2004.039354)
 */
const desirableImprecision = 0.5

/** @property cvi within a person, % @property cva of the measurement, % @property source of `cvi` */
export type Variation = { cvi: number; cva: number; source: Source }

const of = (source: Source, numbers: Partial<Record<Analyte, number>>): [Analyte, Variation][] =>
  (Object.entries(numbers) as [Analyte, number][]).map(([analyte, cvi]) => [
    analyte,
    { cvi, cva: imprecisions[analyte] ?? desirableImprecision * cvi, source },
  ])

/** By analyte. Where the source has one number for each sex, the larger one. */
export const biologicalVariation: ReadonlyMap<Analyte, Variation> = new Map([
  ...of(bloodCount, { HGB: 2.8, RBC: 3.0, HCT: 2.9, MCV: 1.1, MCH: 1.3, MCHC: 1.6, WBC: 15.7, PLT: 8.6 }),
  ...of(glucose, { A1C: 1.2, FBS: 5.0 }),
  ...of(enzymes, { ALT: 9.3, AST: 9.5, GGT: 8.9, ALP: 5.3, LDH: 5.2, CPK: 14.5, AMY: 6.8, LIP: 7.7 }),
  ...of(thyroid, { TSH: 17.7, FT3: 5.0, FT4: 4.8 }),
  ...of(lipids, { CHOL: 6.1, HDL: 7.4, LDL: 9.5, TRIG: 22.6 }),
  ...of(creatinine, { CREA: 5.2 }),
  ...of(vitamins, { IRON: 27.3, FOL: 10.3, B12: 5.77, VITD: 8.2 }),
  ...of(ironStores, { FERR: 14.5, TIBC: 4.8, TSAT: 28.0 }),
])

/**
 * @returns undefined: none is known, or the parameter's unit has another zero than that of the source, so that its percentages differ (HbA1c
 *   in mmol/mol)
 */
export function variationOf(parameter: Pick<Parameter, 'loinc' | 'name' | 'ucum'>): Variation | undefined {
  const measured = measuredAs(parameter)
  return measured?.formula.offset === 0 ? biologicalVariation.get(measured.analyte) : undefined
}

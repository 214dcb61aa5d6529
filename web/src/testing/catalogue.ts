import type {
  CatalogueItem,
  CatalogueParameter,
  CataloguePreview,
  CatalogueView,
} from '@jaanch/catalogue/api'

export function createParameter(changes: Partial<CatalogueParameter> = {}): CatalogueParameter {
  return {
    ...{ code: 'HGB', name: 'Haemoglobin', synonyms: ['Hb'], loinc: '718-7', ucum: 'g/dL', unit: 'g/dL' },
    ...{ decimals: 1, options: null, normal: null, method: null, criticalAges: [], criticalTexts: [] },
    ...{ male: { low: 13, high: 17 }, female: { low: 12, high: 15 }, criticalLow: 7, criticalHigh: 20 },
    stability: null,
    ...changes,
  }
}

export function createItem(changes: Partial<CatalogueItem> = {}): CatalogueItem {
  return {
    ...{ kind: 'test', code: 'CBC', name: 'Complete Blood Count', description: '', category: 'Blood' },
    ...{ parameters: ['HGB'], tests: [], sampleType: null, fasting: 0, preparation: null, reportHours: 8 },
    specimens: [{ specimen: 'Whole blood', container: 'EDTA (lavender)' }],
    ...{ testsIncluded: null, ageMin: null, ageMax: null, gender: 'both', synonyms: ['FBC'], conditions: [] },
    ...{ isPopular: false, isTaxExempt: true, price: 29_900, originalPrice: null, isOffered: true },
    ...changes,
  }
}

export function createCatalogue(changes: Partial<CatalogueView> = {}): CatalogueView {
  return {
    version: '6f1c2d34-0000-4000-8000-000000000001',
    parameters: [createParameter()],
    intervals: [],
    items: [createItem()],
    ...changes,
  }
}

const none = { added: 0, changed: 0, ended: 0, untouched: 0 }

export function createPreview(changes: Partial<CataloguePreview> = {}): CataloguePreview {
  return {
    version: '6f1c2d34-0000-4000-8000-000000000001',
    ...{ problems: [], problemCount: 0, changes: [], pdfOnly: [] },
    counts: { parameters: none, intervals: none, tests: none, packages: none },
    ...changes,
  }
}

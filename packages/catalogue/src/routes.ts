import {
  endParameter,
  importCatalogue,
  loadStarterCatalogue,
  matchPriceList,
  previewCatalogue,
  saveItem,
  saveParameter,
  savePrices,
} from './change-catalogue.ts'
import { findOverlaps } from './overlaps/find-overlaps.ts'
import { changePackage, createPackage, removePackage } from './packages/edit-packages.ts'
import { getPackage, listPackages, listPopularPackages, listPrices } from './packages/list-packages.ts'
import {
  changePriceList,
  createPriceList,
  endPriceList,
  getPriceList,
  listPriceLists,
} from './price-lists/price-lists.ts'
import { searchPackages, suggestSearches } from './search/search-packages.ts'
import { exportCatalogue, getAffected, getCatalogue, getCatalogueTemplate } from './show-catalogue.ts'

const packageRoutes = [
  listPopularPackages,
  listPackages,
  getPackage,
  listPrices,
  createPackage,
  changePackage,
  removePackage,
  searchPackages,
  suggestSearches,
  findOverlaps,
]

const editorRoutes = [
  getCatalogue,
  exportCatalogue,
  getCatalogueTemplate,
  getAffected,
  saveParameter,
  endParameter,
  saveItem,
  previewCatalogue,
  importCatalogue,
  loadStarterCatalogue,
  matchPriceList,
  savePrices,
]

const priceListRoutes = [listPriceLists, getPriceList, createPriceList, changePriceList, endPriceList]

export const catalogueRoutes = [...packageRoutes, ...editorRoutes, ...priceListRoutes]

import { paths } from '@/lib/paths'
import type { Screen } from '@/ui/screen'

export const screens: readonly Screen[] = [
  {
    path: paths.adminCatalogue,
    access: 'admin',
    admins: ['manager'],
    title: 'Catalogue',
    inShell: true,
    load: async () => (await import('./catalogue-page')).CataloguePage,
  },
  {
    path: paths.adminCatalogueImport,
    access: 'admin',
    admins: ['manager'],
    title: 'Import Catalogue',
    inShell: true,
    load: async () => (await import('./import/import-page')).ImportPage,
  },
  {
    path: paths.adminCataloguePrices,
    access: 'admin',
    admins: ['manager'],
    title: 'Upload Prices',
    inShell: true,
    load: async () => (await import('./upload-prices/prices-page')).UploadPricesPage,
  },
]

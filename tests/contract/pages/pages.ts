import { limitsPage } from './limits-page.ts'
import { securityPage, specificationPage } from './requirements-pages.ts'
import { settingsPage } from './settings-page.ts'

/** The pages of docs/ that are made from the code, by their file names. */
export const pages: Record<string, () => string> = {
  'limits.md': limitsPage,
  'security-tests.md': securityPage,
  'settings.md': settingsPage,
  'specification-tests.md': specificationPage,
}

import type {
  CatalogueItem,
  CatalogueParameter,
  CataloguePreview,
  CatalogueView,
  PriceMatches,
} from '@jaanch/catalogue/api'
import { istDate } from '@jaanch/contracts/calendar'
import { mutate } from 'swr'
import { invalidateMatching } from '@/lib/cache/live-cache'
import { useResource } from '@/lib/cache/use-resource'
import { readDataUrl, saveFile } from '@/lib/files'
import { call } from '@/lib/http/call'
import type { OptionsAt, ResponseAt } from '@/lib/http/contract'
import { download } from '@/lib/http/download'

const path = '/api/admin/catalogue'
const pricesPath = '/api/admin/catalogue/prices'
const affectedPath = '/api/admin/catalogue/affected/:id'
const parameterPath = '/api/admin/catalogue/parameters/:id'

export type CatalogueCounts = ResponseAt<'POST', '/api/admin/catalogue/import'>
export type CatalogueAffected = ResponseAt<'GET', typeof affectedPath>
/** A file as the API takes it */
export type SentFile = { fileName: string; content: string }

/** The whole catalogue, with the version that a change of it names. */
export function useCatalogue() {
  return useResource(path, { refreshMs: 300_000 })
}

/** Finds out what a change of a parameter, test or package affects. No request for null, which is a new one. */
export function useAffected(code: string | null) {
  return useResource(code === null ? null : affectedPath, { params: { id: code ?? '' }, refreshMs: 60_000 })
}

/** Looks at the catalogue again, after somebody else changed it. */
export async function reloadCatalogue(): Promise<void> {
  await mutate(path)
}

/** Fills an empty installation. A catalogue that is not empty refuses it as `wrong-status`. */
export async function loadStarterCatalogue(): Promise<CatalogueCounts> {
  return changed(await call('POST', '/api/admin/catalogue/starter', {}))
}

/** @throws DOMException if the file cannot be read, such as one of a cloud */
export async function readForSending(file: File): Promise<SentFile> {
  const dataUrl = await readDataUrl(file)
  return { fileName: file.name, content: dataUrl.slice(dataUrl.indexOf(',') + 1) }
}

/** Checks what importing the file would change, and what is wrong with it; nothing is changed. */
export function previewCatalogue(body: SentFile): Promise<CataloguePreview> {
  return call('POST', '/api/admin/catalogue/preview', { body })
}

/** @param version of the preview: refused as `wrong-status` if the catalogue was changed since */
export async function importCatalogue(file: SentFile, version: string): Promise<CatalogueCounts> {
  return changed(await call('POST', '/api/admin/catalogue/import', { body: { ...file, version } }))
}

export type CatalogueFormat = 'xlsx' | 'csv'
const endings: Record<CatalogueFormat, string> = { xlsx: 'xlsx', csv: 'zip' }

/** Saves the whole catalogue as a file, which an import brings back. */
export async function downloadCatalogue(format: CatalogueFormat): Promise<void> {
  const file = await download(`/api/admin/catalogue/export?${new URLSearchParams({ format })}`)
  saveFile(file, `catalogue-${istDate(new Date())}.${endings[format]}`)
}

/** Saves an empty workbook that explains its columns. */
export async function downloadCatalogueTemplate(): Promise<void> {
  saveFile(await download('/api/admin/catalogue/template?format=xlsx'), 'catalogue-template.xlsx')
}

/** Adds or changes a parameter with its intervals. */
export async function saveParameter(
  body: OptionsAt<'PUT', typeof parameterPath>['body'],
): Promise<CatalogueCounts> {
  return changed(await call('PUT', parameterPath, { params: { id: body.parameter.code }, body }))
}

/** Ends a parameter. Refused as `wrong-status` while a test measures it. */
export async function endParameter(code: string): Promise<void> {
  await call('DELETE', parameterPath, { params: { id: code } })
  await changed(undefined)
}

/** Adds or changes a test or package. */
export async function saveItem(item: CatalogueItem, version: string): Promise<CatalogueCounts> {
  const body = { version, item }
  return changed(await call('PUT', '/api/admin/catalogue/items/:id', { params: { id: item.code }, body }))
}

/** Matches the rows of a price list to tests and packages; nothing is changed. */
export function matchPriceList(body: SentFile): Promise<PriceMatches> {
  return call('POST', '/api/admin/catalogue/prices/match', { body })
}

export type SavedPrices = OptionsAt<'PUT', typeof pricesPath>['body']

/** Prices are paise, here as in the whole catalogue. */
export async function savePrices(body: SavedPrices): Promise<CatalogueCounts> {
  return changed(await call('PUT', pricesPath, { body }))
}

/** Fetches the catalogue again, and invalidates whatever shows tests. */
async function changed<Answer>(answer: Answer): Promise<Answer> {
  await mutate(path)
  invalidateMatching(
    /^\/api\/(admin\/catalogue\/affected|admin\/price-lists|packages|search|analytics\/dashboard)/,
  )
  return answer
}

export type { CatalogueItem, CatalogueParameter, CataloguePreview, CatalogueView, PriceMatches }

import { istDate } from '@jaanch/contracts/calendar'
import { Download, ExternalLink, FileJson } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { FileLink } from '@/components/file-link'
import { useCommand } from '@/components/use-command'
import { saveFile } from '@/lib/files'
import { shortId } from '@/lib/format/text'
import { download } from '@/lib/http/download'
import { Button } from '@/ui/button'
import { Named } from '@/ui/named'
import { newWindow } from './texts'

const texts = {
  failed: 'Failed to download report',
  others: 'For other systems',
  fhir: 'Download as FHIR',
  fhirNote: 'The format that hospitals and health apps read (FHIR R4). Not certified for ABDM.',
  fhirFailed: 'Failed to download the report as FHIR',
}

type NamedReport = {
  /** Without it the name says 'report' */
  test?: string
  /** The instant of its release */
  at: string
  orderNumber: string | null
  bookingId: string
  version: number
}

/** @returns 'jaanch-complete-blood-count-2026-11-21-JN-2026-000123.pdf', with '-v2' for a later version; no personal names */
export function reportFileName(
  { test = 'report', at, orderNumber, bookingId, version }: NamedReport,
  type: 'pdf' | 'json' = 'pdf',
): string {
  const slug = test
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '')
  const parts = ['jaanch', slug, istDate(new Date(at)), orderNumber ?? shortId(bookingId)]
  if (version > 1) parts.push(`v${version}`)
  return `${parts.filter(Boolean).join('-')}.${type}`
}

type PdfLinkProps = Omit<ComponentProps<typeof FileLink>, 'children'> & {
  text: string
  /** For screen readers, where several links have the same text */
  of?: string
}

/** Opens a PDF in a new window, as it says to screen readers. */
export function PdfLink({ text, of, ...link }: PdfLinkProps) {
  return (
    <FileLink {...link}>
      <ExternalLink aria-hidden />
      <span>
        {text}
        {of && <span className="sr-only"> {of}</span>}
        <span className="sr-only">{newWindow}</span>
      </span>
    </FileLink>
  )
}

/** @property name of the file */
type FileProps = { id: string; name: string }

type DownloadButtonProps = FileProps & { size?: 'sm' | 'md'; children: ReactNode }

/** Saves the PDF of a report. */
export function DownloadButton({ id, name, size, children }: DownloadButtonProps) {
  const { run, busy } = useDownload(id, 'download', name, texts.failed)
  return (
    <Button icon={Download} loading={busy} size={size} className="max-sm:grow" onClick={() => void run()}>
      {children}
    </Button>
  )
}

/** Saves a report in the format of other systems, folded away: most people need the PDF. @param of subject of the report */
export function FhirDownload({ id, of, name }: FileProps & { of: string }) {
  const { run, busy } = useDownload(id, 'fhir', name, texts.fhirFailed)
  return (
    <details className="text-sm print:hidden">
      <summary className="w-fit cursor-pointer rounded-lg py-3 text-ink-soft hover:text-ink">
        {texts.others}
        <span className="sr-only"> of {of}</span>
      </summary>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          icon={FileJson}
          variant="outline"
          size="sm"
          loading={busy}
          className="max-sm:w-full"
          onClick={() => void run()}
        >
          <Named of={of}>{texts.fhir}</Named>
        </Button>
        <p className="min-w-0 grow basis-56 text-ink-soft text-xs">{texts.fhirNote}</p>
      </div>
    </details>
  )
}

function useDownload(id: string, what: 'download' | 'fhir', name: string, failed: string) {
  const path = `/api/health-reports/${encodeURIComponent(id)}/${what}`
  return useCommand({ send: async () => saveFile(await download(path), name), failed })
}

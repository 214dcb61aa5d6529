import { FileJson } from 'lucide-react'
import { useCommand } from '@/components/use-command'
import { cn } from '@/lib/class-names'
import { saveFile } from '@/lib/files'
import { download } from '@/lib/http/download'
import { Button } from '@/ui/button'
import { Named } from '@/ui/named'

const texts = {
  summary: 'For other systems',
  download: 'Download as FHIR',
  note: 'The format that hospitals and health apps read (FHIR R4). Not certified for ABDM.',
  failed: 'Failed to download the report as FHIR',
}

type FhirDownloadProps = {
  /** The id of the report */
  id: string
  /** The subject of the report, for screen readers */
  of: string
  /** The name of the file */
  name: string
  className?: string
}

/** A report in the format of other systems, folded away: most people need the PDF. */
export function FhirDownload({ id, of, name, className }: FhirDownloadProps) {
  const { run, busy } = useCommand({ send: () => downloadReportAsFhir(id, name), failed: texts.failed })
  return (
    <details className={cn('text-sm', className)}>
      <summary className="w-fit cursor-pointer rounded-lg py-3 text-ink-soft hover:text-ink">
        {texts.summary}
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
          <Named of={of}>{texts.download}</Named>
        </Button>
        <p className="min-w-0 grow basis-56 text-ink-soft text-xs">{texts.note}</p>
      </div>
    </details>
  )
}

/** Saves a report as a FHIR document. @param name of the file */
async function downloadReportAsFhir(id: string, name: string): Promise<void> {
  saveFile(await download(`/api/health-reports/${encodeURIComponent(id)}/fhir`), name)
}

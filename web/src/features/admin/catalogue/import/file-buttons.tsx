import { FileDown, FileQuestion } from 'lucide-react'
import { useCommand } from '@/components/use-command'
import { downloadCatalogue, downloadCatalogueTemplate } from '@/lib/resources/catalogue'
import { Button } from '@/ui/button'
import { Panel } from '@/ui/panel'
import { files as texts, undo as undoTexts } from './texts'

const send = {
  xlsx: () => downloadCatalogue('xlsx'),
  csv: () => downloadCatalogue('csv'),
  template: downloadCatalogueTemplate,
}
type Kind = keyof typeof send
const kinds: readonly Kind[] = ['xlsx', 'csv', 'template']

/** Downloads of the catalogue, and of the template of a file. */
export function FileButtons() {
  const { run, running } = useCommand({ send: (kind: Kind) => send[kind](), failed: texts.failed })
  return (
    <Panel title={texts.title}>
      <div className="grid grid-cols-1 gap-4 p-4 sm:p-5">
        <p className="text-ink-soft">{texts.text}</p>
        <div className="flex flex-wrap gap-2.5 max-sm:*:w-full">
          {kinds.map((kind) => (
            <Button
              key={kind}
              variant="outline"
              loading={running.includes(kind)}
              onClick={() => void run(kind)}
            >
              {kind === 'template' ? <FileQuestion aria-hidden /> : <FileDown aria-hidden />}
              {texts[kind]}
            </Button>
          ))}
        </div>
      </div>
    </Panel>
  )
}

/** Beside an import: how it can be undone. */
export function UndoHint() {
  const { run, busy } = useCommand({ send: send.xlsx, failed: texts.failed })
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-info-soft p-3.5 text-info">
      <p className="min-w-0 grow basis-56">{undoTexts.text}</p>
      <Button variant="outline" loading={busy} onClick={() => void run()} className="max-sm:w-full">
        {!busy && <FileDown aria-hidden />}
        {undoTexts.export}
      </Button>
    </div>
  )
}

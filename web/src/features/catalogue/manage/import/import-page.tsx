import { Check, FileDown, FileQuestion } from 'lucide-react'
import { useCommand } from '@/components/use-command'
import { Button } from '@/ui/button'
import { Panel } from '@/ui/panel'
import {
  type CataloguePreview,
  downloadCatalogue,
  downloadCatalogueTemplate,
  importCatalogue,
  previewCatalogue,
  type SentFile,
} from '../calls'
import { FilePage } from '../file-page'
import { ProblemTable } from '../file-parts'
import { Difference } from './difference'
import { files as filesTexts, problems as problemTexts, page as texts, undo as undoTexts } from './texts'

/** Where managers bring in a catalogue as a file: its problems or what it would change are shown, then it is applied. */
export function ImportPage() {
  return (
    <FilePage
      texts={texts}
      look={previewCatalogue}
      apply={({ file, version }: { file: SentFile; version: string }) => importCatalogue(file, version)}
      besides={<FileButtons />}
    >
      {(preview, file, { busy, isOutdated, onApply }) => (
        <Preview
          preview={preview}
          busy={busy}
          isOutdated={isOutdated}
          onApply={() => onApply({ file, version: preview.version })}
        />
      )}
    </FilePage>
  )
}

type PreviewProps = { preview: CataloguePreview; busy: boolean; isOutdated: boolean; onApply: () => void }

function Preview({ preview, busy, isOutdated, onApply }: PreviewProps) {
  const { problems, problemCount, counts } = preview
  const changed = Object.values(counts).some((each) => each.added + each.changed + each.ended > 0)
  const hint = problemCount > 0 ? texts.applyHint.problems : changed ? undefined : texts.applyHint.nothing
  return (
    <>
      {problemCount > 0 ? (
        <Panel title={problemTexts.title(problemCount)}>
          <div className="p-4 sm:p-5">
            <p className="mb-3 text-ink-soft">{problemTexts.lead}</p>
            <ProblemTable problems={problems} count={problemCount} />
          </div>
        </Panel>
      ) : (
        <Difference {...preview} />
      )}
      <div className="mt-5 grid grid-cols-1 gap-3">
        {!hint && <UndoHint />}
        <div className="flex flex-wrap items-center justify-end gap-3">
          {hint && <p className="min-w-0 text-ink-soft">{hint}</p>}
          <Button
            loading={busy}
            disabled={hint !== undefined || isOutdated}
            className="max-sm:w-full"
            onClick={onApply}
          >
            {!busy && <Check aria-hidden />}
            {texts.apply}
          </Button>
        </div>
      </div>
    </>
  )
}

const send = {
  xlsx: () => downloadCatalogue('xlsx'),
  csv: () => downloadCatalogue('csv'),
  template: downloadCatalogueTemplate,
}
type Kind = keyof typeof send
const kinds: readonly Kind[] = ['xlsx', 'csv', 'template']

/** Downloads of the catalogue, and of the template of a file. */
function FileButtons() {
  const { run, running } = useCommand({ send: (kind: Kind) => send[kind](), failed: filesTexts.failed })
  return (
    <Panel title={filesTexts.title}>
      <div className="grid grid-cols-1 gap-4 p-4 sm:p-5">
        <p className="text-ink-soft">{filesTexts.text}</p>
        <div className="flex flex-wrap gap-2.5 max-sm:*:w-full">
          {kinds.map((kind) => (
            <Button
              key={kind}
              variant="outline"
              loading={running.includes(kind)}
              onClick={() => void run(kind)}
            >
              {kind === 'template' ? <FileQuestion aria-hidden /> : <FileDown aria-hidden />}
              {filesTexts[kind]}
            </Button>
          ))}
        </div>
      </div>
    </Panel>
  )
}

/** Beside an import: how it can be undone. */
function UndoHint() {
  const { run, busy } = useCommand({ send: send.xlsx, failed: filesTexts.failed })
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

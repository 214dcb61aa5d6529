import { ArrowLeft, Check } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useCommand } from '@/components/use-command'
import { hasCode } from '@/lib/http/api-error'
import { paths } from '@/lib/paths'
import {
  type CataloguePreview,
  importCatalogue,
  previewCatalogue,
  type SentFile,
} from '@/lib/resources/catalogue'
import { Button, ButtonLink } from '@/ui/button'
import { PageHeading } from '@/ui/page-heading'
import { Panel } from '@/ui/panel'
import { Skeleton } from '@/ui/skeleton'
import { toast } from '@/ui/toast-store'
import { ConflictNote } from '../conflict-note'
import { FileChoice } from '../file-choice'
import { ProblemTable } from '../problem-table'
import { countsText } from '../texts'
import { Difference } from './difference'
import { FileButtons, UndoHint } from './file-buttons'
import { problems as problemTexts, page as texts } from './texts'

type Looked = { file: SentFile; preview: CataloguePreview }

/** Where managers bring in a catalogue as a file: its problems or what it would change are shown, then it is applied. */
export function ImportPage() {
  const navigate = useNavigate()
  const [looked, setLooked] = useState<Looked>()
  const [isOutdated, setOutdated] = useState(false)

  const looking = useCommand({
    send: async (file: SentFile) => ({ file, preview: await previewCatalogue(file) }),
    done(answer) {
      setLooked(answer)
      setOutdated(false)
    },
    failed: texts.readFailed,
  })
  const applying = useCommand({
    send: ({ file, preview }: Looked) => importCatalogue(file, preview.version),
    done(counts) {
      toast.success(texts.succeeded, countsText(counts))
      navigate(paths.adminCatalogue)
    },
    failed: texts.failed,
    onFailure(error) {
      const isConflict = hasCode(error, 'wrong-status')
      if (isConflict) setOutdated(true)
      return isConflict
    },
  })

  return (
    <>
      <PageHeading {...texts.heading}>
        <ButtonLink to={paths.adminCatalogue} variant="outline">
          <ArrowLeft aria-hidden />
          {texts.back}
        </ButtonLink>
      </PageHeading>
      {looking.busy && !looked && <Skeleton className="h-44" />}
      <p role="status" className="sr-only">
        {looking.busy && texts.reading}
      </p>
      {!looked && !looking.busy && (
        <div className="grid grid-cols-1 gap-5">
          <FileChoice
            label={texts.file}
            accepted={texts.accepted}
            accept={texts.accept}
            onFile={(file) => void looking.run(file)}
          />
          <FileButtons />
        </div>
      )}
      {looked && (
        <>
          {isOutdated && (
            <ConflictNote
              text={texts.conflict}
              label={texts.lookAgain}
              busy={looking.busy}
              onAgain={() => void looking.run(looked.file)}
            />
          )}
          <Preview
            key={looked.preview.version}
            {...looked}
            busy={applying.busy}
            isOutdated={isOutdated}
            onApply={() => void applying.run(looked)}
            onAnother={() => {
              setLooked(undefined)
              setOutdated(false)
            }}
          />
        </>
      )}
    </>
  )
}

type PreviewProps = Looked & {
  busy: boolean
  isOutdated: boolean
  onApply: () => void
  onAnother: () => void
}

function Preview({ file, preview, busy, isOutdated, onApply, onAnother }: PreviewProps) {
  const start = useRef<HTMLDivElement>(null)
  const { problems, problemCount, counts } = preview
  const changed = Object.values(counts).some((each) => each.added + each.changed + each.ended > 0)
  const hint = problemCount > 0 ? texts.applyHint.problems : changed ? undefined : texts.applyHint.nothing
  // each answer is read from its beginning
  useEffect(() => start.current?.focus({ preventScroll: true }), [])
  return (
    <div ref={start} tabIndex={-1} className="outline-none">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 className="min-w-0 font-semibold text-base [overflow-wrap:anywhere]">{file.fileName}</h2>
        <Button variant="outline" disabled={busy} onClick={onAnother}>
          {texts.another}
        </Button>
      </div>
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
    </div>
  )
}

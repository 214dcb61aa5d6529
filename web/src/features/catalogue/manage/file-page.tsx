import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useCommand } from '@/components/use-command'
import { hasCode } from '@/lib/http/api-error'
import { paths } from '@/lib/paths'
import { Button, ButtonLink } from '@/ui/button'
import { PageHeading } from '@/ui/page-heading'
import { Skeleton } from '@/ui/skeleton'
import { toast } from '@/ui/toast-store'
import { type CatalogueCounts, reloadCatalogue, type SentFile } from './calls'
import { ConflictNote, FileChoice } from './file-parts'
import { countsText } from './texts'

type Control<Body> = { busy: boolean; isOutdated: boolean; onApply: (body: Body) => void }

type FilePageProps<Answer, Body> = {
  texts: Record<
    | ('back' | 'file' | 'accepted' | 'accept' | 'reading' | 'readFailed' | 'another')
    | ('succeeded' | 'failed' | 'conflict' | 'lookAgain'),
    string
  > & { heading: { title: string; description: string } }
  /** Asks what the file would change; nothing is changed */
  look: (file: SentFile) => Promise<Answer>
  apply: (body: Body) => Promise<CatalogueCounts>
  /** Below the choice of a file */
  besides?: ReactNode
  children: (answer: Answer, file: SentFile, control: Control<Body>) => ReactNode
}

/** A page where a file changes the catalogue: it is chosen and looked at, then applied if nobody changed the catalogue meanwhile. */
export function FilePage<Answer extends { version: string }, Body>({
  texts,
  look,
  apply,
  besides,
  children,
}: FilePageProps<Answer, Body>) {
  const navigate = useNavigate()
  const [looked, setLooked] = useState<{ file: SentFile; answer: Answer }>()
  const [isOutdated, setOutdated] = useState(false)
  const looking = useCommand({
    send: async (file: SentFile) => ({ file, answer: await look(file) }),
    done(next) {
      setLooked(next)
      setOutdated(false)
    },
    failed: texts.readFailed,
  })
  const applying = useCommand({
    send: (body: Body) => apply(body),
    done(counts) {
      toast.success(texts.succeeded, countsText(counts))
      navigate(paths.adminCatalogue)
    },
    failed: texts.failed,
    onFailure(error) {
      const isConflict = hasCode(error, 'wrong-status')
      if (isConflict) {
        setOutdated(true)
        void reloadCatalogue()
      }
      return isConflict
    },
  })
  return (
    <>
      <PageHeading {...texts.heading}>
        <ButtonLink icon={ArrowLeft} to={paths.adminCatalogue} variant="outline">
          {texts.back}
        </ButtonLink>
      </PageHeading>
      <p role="status" className="sr-only">
        {looking.busy && texts.reading}
      </p>
      {looking.busy && !looked && <Skeleton className="h-44" />}
      {!looked && !looking.busy && (
        <div className="grid grid-cols-1 gap-5">
          <FileChoice
            label={texts.file}
            accepted={texts.accepted}
            accept={texts.accept}
            onFile={(file) => void looking.run(file)}
          />
          {besides}
        </div>
      )}
      {looked && isOutdated && (
        <ConflictNote
          text={texts.conflict}
          label={texts.lookAgain}
          busy={looking.busy}
          onAgain={() => void looking.run(looked.file)}
        />
      )}
      {looked && (
        <FileAnswer key={looked.answer.version}>
          <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
            <h2 className="min-w-0 font-semibold text-base [overflow-wrap:anywhere]">
              {looked.file.fileName}
            </h2>
            <Button
              variant="outline"
              disabled={applying.busy}
              onClick={() => {
                setLooked(undefined)
                setOutdated(false)
              }}
            >
              {texts.another}
            </Button>
          </div>
          {children(looked.answer, looked.file, {
            busy: applying.busy,
            isOutdated,
            onApply: (body) => void applying.run(body),
          })}
        </FileAnswer>
      )}
    </>
  )
}

/** Each answer is read from its beginning. */
function FileAnswer({ children }: { children: ReactNode }) {
  const start = useRef<HTMLDivElement>(null)
  useEffect(() => start.current?.focus({ preventScroll: true }), [])
  return (
    <div ref={start} tabIndex={-1} className="outline-none">
      {children}
    </div>
  )
}

import { cleanCode } from '@jaanch/contracts/barcode'
import { ScanBarcode, X } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { lazyPart } from '@/ui/lazy-part'
import type { CameraFailure } from './camera'
import { failures, scan as texts } from './texts'

const loadCamera = () => import('./camera-view')
const CameraView = lazyPart(async () => (await loadCamera()).CameraView, 'min-h-40')

const readPattern = 80
const unexpectedPattern = [60, 80, 60]

type ScanCodeProps = {
  label: string
  /** Called with each code that is read or typed; with `expected`, in its spelling */
  onCode: (code: string) => void
  /** The only codes that are wanted: of any other the person is told, and `onCode` is not called */
  expected?: readonly string[]
}

/**
 * Takes codes of tubes (Code 128, QR): by the camera, by typing, or by a hardware scanner, which types and presses Enter. The camera
 * stays open for the next code until it is closed.
 */
export function ScanCode({ label, onCode, expected }: ScanCodeProps) {
  const [typed, setTyped] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const [outcome, setOutcome] = useState<{ code: string; isWanted: boolean }>()
  const [failure, setFailure] = useState<CameraFailure>()
  const input = useRef<HTMLInputElement>(null)
  const isNewInView = useOncePerView()

  // both are there when the camera is opened without a network
  useEffect(() => {
    void import('./detector').then(({ prepareDetector }) => prepareDetector()).catch(() => {})
    void loadCamera().catch(() => {})
  }, [])

  /** @returns whether the code is wanted */
  function take(read: string): boolean {
    const code = matchCode(read, expected)
    const isWanted = code !== undefined
    setOutcome({ code: code ?? read.trim(), isWanted })
    navigator.vibrate?.(isWanted ? readPattern : unexpectedPattern)
    if (isWanted) onCode(code)
    return isWanted
  }

  function takeFromPicture(codes: string[]) {
    // others may be in the picture beside the wanted one
    const code = codes.find((each) => matchCode(each, expected) !== undefined) ?? codes[0]
    if (code !== undefined && isNewInView(code)) take(code)
  }

  function toggle() {
    setFailure(undefined)
    setIsOpen(!isOpen)
  }

  function fail(reason: CameraFailure) {
    setFailure(reason)
    setIsOpen(false)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (typed.trim() === '') return
    if (take(typed)) setTyped('')
    // what a scanner types next replaces it
    else input.current?.select()
  }

  return (
    <div className="grid gap-3">
      <form onSubmit={submit}>
        <Field
          label={label}
          error={outcome && !outcome.isWanted ? texts.unexpected(outcome.code) : undefined}
        >
          <div className="flex gap-2">
            <Input
              ref={input}
              className="h-12 font-mono sm:text-base"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              autoCapitalize="characters"
              autoComplete="off"
              autoCorrect="off"
              spellCheck={false}
              enterKeyHint="done"
            />
            <Button type="submit" variant="soft" size="lg" disabled={typed.trim() === ''}>
              {texts.use}
            </Button>
          </div>
        </Field>
      </form>
      <p role="status" className="text-sm text-success">
        {outcome?.isWanted ? texts.read(outcome.code) : ''}
      </p>
      {failure && (
        <p role="alert" className="text-error text-sm">
          {failures[failure]}
        </p>
      )}
      <Button variant="outline" size="lg" aria-expanded={isOpen} onClick={toggle}>
        {isOpen ? <X aria-hidden /> : <ScanBarcode aria-hidden />}
        {isOpen ? texts.close : texts.open}
      </Button>
      {isOpen && <CameraView onCodes={takeFromPicture} onFailure={fail} />}
    </div>
  )
}

/**
 * @param read what a camera, a hardware scanner or a person gave
 * @param expected the only codes that are wanted; without them every code is. Letters count the same in both cases
 * @returns the code as it is expected, or as it was read, without what a scanner adds (`cleanCode`); undefined if it is not wanted, or empty
 */
export function matchCode(read: string, expected?: readonly string[]): string | undefined {
  const code = cleanCode(read)
  if (code === '') return undefined
  if (!expected) return code
  return expected.find((wanted) => wanted.toLowerCase() === code.toLowerCase())
}

/** A code that was out of the picture for this long is new, ms */
const goneMs = 1_500

/** @returns whether a code has come into the picture: one that is held there is read again and again */
function useOncePerView(): (code: string) => boolean {
  const lastSeen = useRef(new Map<string, number>())
  return (code) => {
    const now = performance.now()
    const before = lastSeen.current.get(code) ?? Number.NEGATIVE_INFINITY
    lastSeen.current.set(code, now)
    return now - before > goneMs
  }
}

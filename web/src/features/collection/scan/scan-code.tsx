import { cleanCode } from '@jaanch/collection/barcode'
import { ScanBarcode, X } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { lazyPart } from '@/ui/lazy-part'
import type { CameraFailure } from './camera-view'

const texts = {
  use: 'Use code',
  open: 'Scan with the camera',
  close: 'Close camera',
  read: (code: string) => `Read: ${code}`,
}

const failures: Record<CameraFailure, string> = {
  denied: 'The camera may not be used. Allow it in the settings of the browser, or type the code.',
  none: 'There is no camera here. Please type the code.',
  busy: 'The camera does not start: another app may be using it. Try again, or type the code.',
  unavailable: 'The scanner could not be loaded. Try again, or type the code.',
}

const loadCamera = () => import('./camera-view')
const CameraView = lazyPart(async () => (await loadCamera()).CameraView, 'min-h-40')

const vibrationMs = 80

type ScanCodeProps = {
  label: string
  /** Called with each code that is read or typed, without what a scanner adds */
  onCode: (code: string) => void
}

/**
 * Takes codes of tubes (Code 128, QR): by the camera, by typing, or by a hardware scanner, which types and presses Enter. The camera
 * stays open for the next code until it is closed.
 */
export function ScanCode({ label, onCode }: ScanCodeProps) {
  const [typed, setTyped] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const [taken, setTaken] = useState('')
  const [failure, setFailure] = useState<CameraFailure>()
  const isNewInView = useOncePerView()

  // both are there when the camera is opened without a network
  useEffect(() => {
    void import('./detector').then(({ prepareDetector }) => prepareDetector()).catch(() => {})
    void loadCamera().catch(() => {})
  }, [])

  function take(read: string) {
    const code = cleanCode(read)
    if (code === '') return
    setTaken(code)
    navigator.vibrate?.(vibrationMs)
    onCode(code)
  }

  function takeFromPicture([nearest]: string[]) {
    if (nearest !== undefined && isNewInView(nearest)) take(nearest)
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
    take(typed)
    setTyped('')
  }

  return (
    <div className="grid gap-3">
      <form onSubmit={submit}>
        <Field label={label}>
          <div className="flex gap-2">
            <Input
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
        {taken && texts.read(taken)}
      </p>
      {failure && (
        <p role="alert" className="text-error text-sm">
          {failures[failure]}
        </p>
      )}
      <Button
        icon={isOpen ? X : ScanBarcode}
        variant="outline"
        size="lg"
        aria-expanded={isOpen}
        onClick={toggle}
      >
        {isOpen ? texts.close : texts.open}
      </Button>
      {isOpen && <CameraView onCodes={takeFromPicture} onFailure={fail} />}
    </div>
  )
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

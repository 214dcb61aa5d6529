import { createRoot } from 'react-dom/client'
import { ScanCode } from '@/features/collection/scan/scan-code'
import '../styles.css'

/** The scanner alone, for tests/e2e/scan.spec.ts: what it reads is in `readCodes`. */
const codes: string[] = []
Object.assign(window, { readCodes: codes })

const root = document.createElement('main')
root.className = 'mx-auto max-w-md p-4'
document.body.append(root)
createRoot(root).render(<ScanCode label="Tube" onCode={(code) => codes.push(code)} />)

import { prescriptionFileLimit } from '@jaanch/booking/prescriptions/api'

/** Pixels of the longer side and JPEG quality: at 1,600 an A4 page has 140 dots per inch, which is still read well */
const attempts = [
  { side: 3_200, quality: 0.85 },
  { side: 2_400, quality: 0.8 },
  { side: 1_600, quality: 0.75 },
  { side: 1_600, quality: 0.5 },
] as const
type Attempt = (typeof attempts)[number]

/** @throws Error if the browser can't read the picture */
type Encode = (attempt: Attempt) => Promise<Blob>

/**
 * A copy of a photo that the API accepts, as JPEG with the same name.
 * @param encode scales and encodes the photo; of the browser by default
 * @returns undefined if even the smallest copy is too large
 * @throws Error if the browser can't read the picture
 */
export async function smallerCopy(file: File, encode?: Encode): Promise<File | undefined> {
  const { scale, close } = encode ? { scale: encode, close: () => {} } : await browserEncoder(file)
  try {
    for (const attempt of attempts) {
      const blob = await scale(attempt)
      if (blob.size <= prescriptionFileLimit)
        return new File([blob], file.name.replace(/(\.[^.]*)?$/, '.jpg'), { type: 'image/jpeg' })
    }
    return undefined
  } finally {
    close()
  }
}

async function browserEncoder(file: File): Promise<{ scale: Encode; close: () => void }> {
  // turned as the camera was held
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  async function scale({ side, quality }: Attempt): Promise<Blob> {
    const ratio = Math.min(1, side / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(picture.width * ratio))
    canvas.height = Math.max(1, Math.round(picture.height * ratio))
    const context = canvas.getContext('2d')
    if (!context) throw new Error('There is no canvas')
    // a transparent scan would become black
    context.fillStyle = 'white'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(picture, 0, 0, canvas.width, canvas.height)
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', quality))
    if (!blob) throw new Error('The picture could not be encoded')
    return blob
  }
  return { scale, close: () => picture.close() }
}

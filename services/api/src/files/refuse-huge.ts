import { AppError } from '@jaanch/contracts/errors'
import { fileProblems } from '@jaanch/contracts/file-problems'

/** The picture of a 50-megapixel camera. Decoded, a pixel takes 4 bytes: 200 MB */
const maxPixels = 8_192 * 6_144

/**
 * A small file can hold a picture that takes gigabytes when it is decoded, by the browser of whoever opens it.
 * @param size of the picture as its header says, pixels. @throws AppError too-large
 */
export function refuseHuge({ width, height }: { width: number; height: number }): void {
  if (width * height > maxPixels) throw new AppError('too-large', fileProblems.hugePhoto)
}

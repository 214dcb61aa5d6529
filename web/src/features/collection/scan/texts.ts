import type { CameraFailure } from './camera'

export const scan = {
  use: 'Use code',
  open: 'Scan with the camera',
  close: 'Close camera',
  picture: 'Picture of the camera',
  starting: 'The camera is starting…',
  hold: 'Hold the code into the picture.',
  light: 'Light',
  read: (code: string) => `Read: ${code}`,
}

export const failures: Record<CameraFailure, string> = {
  denied: 'The camera may not be used. Allow it in the settings of the browser, or type the code.',
  none: 'There is no camera here. Please type the code.',
  busy: 'The camera does not start: another app may be using it. Try again, or type the code.',
  unavailable: 'The scanner could not be loaded. Try again, or type the code.',
}

// Offers a text to the user as a file.

export function saveText(text: string, file: string, type: string): void {
  save(URL.createObjectURL(new Blob([text], { type })), file);
}

export function save(url: string, file: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = file;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

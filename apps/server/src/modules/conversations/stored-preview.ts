/** What is kept of a previewed page. */
export interface StoredPreview {
  url: string;
  title: string;
  description: string;
  fileId: string | null;
}

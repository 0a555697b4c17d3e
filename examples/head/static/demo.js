// Counts the words of each page that is shown.
function count() {
  const article = document.querySelector('article');
  document.documentElement.dataset.words = String(article?.textContent?.split(/\s+/).length ?? 0);
}

count();
document.addEventListener('docs-page', count);

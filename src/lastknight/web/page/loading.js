// If code of the page cannot be fetched, say so instead of loading forever. An ordinary script, so
// it runs before all modules.

addEventListener(
  "error",
  ({ target }) => {
    const waiting = document.querySelector("#main > .loading");
    if (waiting && target instanceof HTMLScriptElement)
      waiting.textContent = "The page could not be loaded completely. Reload it to try again.";
  },
  true,
);

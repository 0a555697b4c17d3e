const home = process.env.HOME;

// #region setup
  export default {
    folder: `${home}/notes`,
  };
// #endregion setup
